"""What notebooks show: drawings of graphs, tables of decisions and episodes."""

from __future__ import annotations

import pickle
from html.parser import HTMLParser
from typing import cast
from xml.etree import ElementTree as ET

import pytest

import lamp
from lamp.execution import Episode, EpisodeEnd
from lamp.landmarks import LandmarkGraph
from lamp.search import Decision, Estimate, Evidence
from lamp.task import ALWAYS, Action, Task
from lamp.util.html import MOST_ROWS, table

HOSTILE = Action("<b>", ("&", '"'), ALWAYS, ())


def cells(html: str) -> list[list[str]]:
    """The texts of a table, row by row, the caption first; raises where it is no XML."""
    root = ET.fromstring(html)  # noqa: S314
    rows = [[text for cell in row for text in cell.itertext()] for row in root.iter("tr")]
    return [[str(root.findtext("caption"))], *rows]


def shown(value: object, kind: str) -> str:
    """What a notebook would show of a thing."""
    return cast(str, getattr(value, f"_repr_{kind}_")())


@pytest.fixture(scope="module")
def task() -> Task:
    return lamp.load("elevators:p1")


def test_a_landmark_graph_is_a_drawing_with_the_names_of_its_task(task: Task) -> None:
    graph = lamp.find_landmarks(task)
    drawing = ET.fromstring(shown(graph, "svg"))  # noqa: S314
    text = " ".join(drawing.itertext())
    assert drawing.tag.endswith("svg")
    for index in graph.pursued(task.initial):
        for literal in graph.landmarks[index].literals:
            assert str(task.atoms[literal.fact])[1:-1] in text


def test_a_graph_keeps_its_task_but_is_not_compared_by_it(task: Task) -> None:
    graph = lamp.find_landmarks(task)
    alone = LandmarkGraph(graph.landmarks, graph.orderings)
    assert graph == alone
    assert hash(graph) == hash(alone)
    assert graph.restricted([]).task is task
    assert pickle.loads(pickle.dumps(graph)).task == task  # noqa: S301


def test_a_graph_without_its_task_is_not_drawn(task: Task) -> None:
    graph = lamp.find_landmarks(task)
    assert LandmarkGraph(graph.landmarks)._repr_svg_() is None


def test_a_decision_is_a_table_of_its_evidence_the_best_first(task: Task) -> None:
    decision = lamp.Lamp(task, rollouts=20, greediness=0.25).decide(task.initial)
    (caption,), heads, *rows = cells(shown(decision, "html"))
    assert caption.startswith(
        f"take {decision.action}, for landmark {decision.subgoal}; α = 0.25, "
    )
    assert {row[0] for row in rows} == {str(evidence.action) for evidence in decision.evidence}
    assert [float(row[1]) for row in rows] == sorted((float(row[1]) for row in rows), reverse=True)
    assert all(len(row) == len(heads) for row in rows)


def test_an_episode_is_a_table_of_its_actions(task: Task) -> None:
    episode = lamp.Uct(task, rollouts=20, budget=5).run()
    (caption,), _, *rows = cells(shown(episode, "html"))
    assert caption.startswith("out of budget after 5 actions; 100 rollouts")
    assert [row[1] for row in rows] == [str(action) for action in episode.actions]


def test_names_are_escaped_in_notebook_tables() -> None:
    decision = Decision(HOSTILE, 0, evidence=(Evidence(HOSTILE, Estimate(), Estimate(), 0.5),))
    episode = Episode(EpisodeEnd.GOAL, (HOSTILE,), (), 0, 0, 0.0)
    assert cells(shown(decision, "html"))[2][0] == '(<b> & ")'
    assert cells(shown(episode, "html"))[2] == ["1", '(<b> & ")']


def test_the_table_of_a_decision_names_the_landmark_that_requires_its_subgoal() -> None:
    caption = cells(shown(Decision(HOSTILE, 3, landmark=5), "html"))[0][0]
    assert ", for landmark 3, just before landmark 5; 0 rollouts" in caption


def test_a_decision_without_an_action_is_shown_as_such() -> None:
    assert cells(shown(Decision(None, 3), "html"))[0][0].startswith("there is nothing to do")


def test_long_tables_are_cut_and_the_rest_is_counted() -> None:
    rows = cells(table("", ("n",), ([n] for n in range(MOST_ROWS + 2))))
    assert rows[-1] == ["… and 2 more"]
    assert len(rows) == MOST_ROWS + 3


def test_tables_set_no_colours() -> None:
    html = table("caption", ("a", "b"), [("x", 1.0)])
    HTMLParser().feed(html)
    assert "color" not in html
    assert "background" not in html
