"""Costs and rewards in sessions: ends of rounds, the average of the metric, texts and JSON."""

from __future__ import annotations

import socket
from fractions import Fraction

import pytest

from lamp.errors import RemoteError
from lamp.ippc import messages
from lamp.ippc.client import play
from lamp.ippc.game import Game
from lamp.ippc.messages import RoundEnd, RoundInit
from lamp.ippc.score import Score
from lamp.ippc.session import Session
from lamp.ippc.setting import Setting
from tests.support.competition import (
    GO_TO_B,
    GO_TO_C,
    ROUND,
    WALK,
    Clock,
    RandomPlanner,
    parsed,
    reports,
    scripted,
    served,
    walk,
)
from tests.support.tasks import model_of


def dear_walk(goal_reward: int = 0, cost: str = "5/2") -> Game:
    """The walk from a over b to c, one way only, where a step has a cost."""
    words = "(:objects a b c) (:init (at a) (road a b) (road b c) (sign c)) (:goal (at c))"
    metric = f"(:goal-reward {goal_reward}) (:metric maximize (reward))"
    domain = WALK.replace("(at ?y)))", f"(at ?y) (decrease (reward) {cost})))")
    return Game(model_of(domain, f"{words} {metric}"))


def sent(session: Session, *texts: str) -> list[str]:
    """All that a session says to some messages."""
    return [answer for text in texts for answer in session.answers(parsed(text))]


def test_the_end_of_a_round_says_what_it_cost() -> None:
    session = Session(1, dear_walk(), Setting(2, 60000, 50), clock=Clock())
    answers = sent(session, ROUND, GO_TO_B, GO_TO_C, ROUND, "<done/>")
    ends = [text for text in answers if text.startswith("<end-round>")]
    assert ends[0].endswith("<turns-used>2</turns-used><cost>5</cost></end-round>")
    assert ends[1].endswith("<turns-used>0</turns-used><cost>0</cost></end-round>")


def test_the_metric_is_minus_the_mean_cost_of_all_rounds_as_in_mdpsim() -> None:
    session = Session(1, dear_walk(), Setting(2, 60000, 50), clock=Clock())
    answers = sent(session, ROUND, GO_TO_B, "<done/>", ROUND, GO_TO_B, GO_TO_C)
    assert "<metric-average>-3.75</metric-average>" in answers[-1]


def test_costs_that_are_all_1_count_in_the_metric_where_it_asks_for_them() -> None:
    session = Session(1, dear_walk(cost="1"), Setting(1, 60000, 50), clock=Clock())
    answers = sent(session, ROUND, GO_TO_B, GO_TO_C)
    assert "<metric-average>-2</metric-average>" in answers[-1]


def test_a_reward_of_the_goal_counts_in_the_metric_where_the_goal_is_reached() -> None:
    session = Session(1, dear_walk(100), Setting(2, 60000, 50), clock=Clock())
    answers = sent(session, ROUND, GO_TO_B, "<done/>", ROUND, GO_TO_B, GO_TO_C)
    assert "<metric-average>46.25</metric-average>" in answers[-1]


def test_with_unit_costs_the_metric_is_the_share_of_successes_times_the_reward() -> None:
    ends = [RoundEnd(True, 4, 10), RoundEnd(False, 9, 90)]
    assert Score.of(2, ends).metric == 0.5
    assert Score.of(2, ends, Fraction(100)).metric == 50


def test_a_score_has_the_mean_cost_of_the_rounds_that_reached_the_goal() -> None:
    ends = [
        RoundEnd(True, 4, 10, cost=3.5),
        RoundEnd(False, 9, 90, cost=99),
        RoundEnd(True, 6, 20, cost=4),
    ]
    score = Score.of(4, ends)
    assert score.text() == (
        "2 of 4 rounds reached the goal; those took 5.00 turns, cost 3.75 and 15 ms each"
    )
    record = score.record()
    assert (record["mean_cost"], record["metric_average"]) == (3.75, -106.5 / 4)


def test_client_and_server_agree_on_the_costs_of_rounds() -> None:
    game = dear_walk(10)
    with served(game, setting=Setting(3, 60000, 50)) as (address, server):
        played = play(address, game, RandomPlanner(game.task))
    (report,) = reports(server, 1)
    assert [end.cost for end in played.ends] == [5, 5, 5]
    assert played.score.metric == report.score.metric == 5
    assert report.score.has_costs


@pytest.mark.parametrize(("turns", "cost"), [(2, 5), (1, 2.5)])
def test_the_client_adds_up_what_it_saw_where_the_server_says_no_costs(
    turns: int, cost: float
) -> None:
    # As mdpsim, which counts an action that came too late neither as a turn nor executes it.
    game = dear_walk()
    states = [game.state_text(game.task.initial), game.state_text(after(game, "b"))]
    last = game.state_text(after(game, "c" if turns == 2 else "b"))
    end = f"<end-round>{last}<time-spent>3</time-spent><turns-used>{turns}</turns-used></end-round>"
    texts = [
        messages.session_init(1, Setting(1, 9000, 9)),
        messages.round_init(1, 1, RoundInit(9000, 0)) + states[0],
        states[1],
        end + "<end-session></end-session>",
    ]

    def serve(line: socket.socket) -> None:
        for text in texts:
            line.recv(1000)
            line.sendall(text.encode())

    with scripted(serve) as address:
        (round_end,) = play(address, game, RandomPlanner(game.task)).ends
    assert round_end.cost == cost


def after(game: Game, place: str) -> frozenset[int]:
    """The state of being at a place."""
    atoms = [str(atom) for atom in game.task.atoms]
    return frozenset([atoms.index(f"(at {place})")])


def test_costs_are_not_told_where_every_action_costs_one() -> None:
    session = Session(1, walk(), Setting(1, 60000, 50), clock=Clock())
    assert not any("cost" in text for text in sent(session, ROUND, GO_TO_B, GO_TO_C))


def test_a_cost_that_is_no_number_is_an_error() -> None:
    with pytest.raises(RemoteError, match="<cost> is 'much'"):
        messages.cost_of(parsed("<end-round><cost>much</cost></end-round>"))
