"""Fast Downward's own way from PDDL to landmarks: an oracle.

A domain is determinized as text; after that, none of our code is used: Fast Downward's translator
grounds it and finds the variables, and its search component prints the graph.
"""

from __future__ import annotations

import re
import sys
import time
from dataclasses import dataclass
from pathlib import Path

from lamp.landmarks import LandmarkGraph
from lamp.landmarks.fast_downward import folder
from lamp.ppddl import Model, determinize, write_domain, write_problem
from lamp.task import Task
from tests.support.processes import run

SEARCH = "lazy_greedy([landmark_sum(lm_rhw(verbosity=debug))],max_time=0)"
TYPES = {"n": "natural", "gn": "greedy-necessary", "nec": "necessary"}


@dataclass(frozen=True)
class Comparable:
    """A landmark graph by the names of its atoms, without the goal unless it is one atom."""

    landmarks: frozenset[tuple[str, frozenset[str], bool, bool]]
    """Kind, atoms, whether in the goal, whether true initially."""
    orderings: frozenset[tuple[frozenset[str], frozenset[str], str]]


def comparable(graph: LandmarkGraph, task: Task) -> Comparable:
    """What there is to compare about a graph of ours."""
    from lamp.landmarks.files import to_json

    return comparable_json(to_json(graph, task))


def comparable_json(data: dict[str, list[dict[str, object]]]) -> Comparable:
    """What there is to compare about a graph in JSON, ours or of the reference."""
    atoms = {landmark["id"]: frozenset(_texts(landmark["atoms"])) for landmark in data["landmarks"]}
    landmarks = frozenset(
        (
            str(landmark["kind"]),
            atoms[landmark["id"]],
            bool(landmark["in_goal"]),
            bool(landmark["initially_true"]),
        )
        for landmark in data["landmarks"]
    )
    orderings = frozenset(
        (atoms[ordering["from"]], atoms[ordering["to"]], str(ordering["type"]))
        for ordering in data["orderings"]
    )
    return Comparable(landmarks, orderings)


def _texts(texts: object) -> list[str]:
    assert isinstance(texts, list)
    return [str(text) for text in texts]


def fast_downward_graph(model: Model, scratch: Path) -> tuple[Comparable, float]:
    """The graph that Fast Downward finds for a problem, and the seconds it takes in all."""
    domain, problem = determinize(model.domain, model.problem)
    (scratch / "domain.pddl").write_text(write_domain(domain), encoding="utf-8")
    (scratch / "problem.pddl").write_text(write_problem(problem), encoding="utf-8")
    programs = folder()
    assert programs
    start = time.perf_counter()
    run(
        [sys.executable, "-m", "fast_downward.translate", "domain.pddl", "problem.pddl"],
        cwd=scratch,
        env={"PYTHONPATH": str(programs)},
        check=True,
        timeout=3600,
    )
    done = run(  # its exit code is 12: there was no time to search
        [programs / "downward", "--search", SEARCH],
        cwd=scratch,
        input=(scratch / "output.sas").read_text(encoding="utf-8"),
        timeout=3600,
    )
    return read_dot(done.stdout), time.perf_counter() - start


def read_dot(text: str) -> Comparable:
    """The graph that Fast Downward printed: bold is true initially, filled is in the goal."""
    atoms: dict[str, frozenset[str]] = {}
    landmarks = set()
    for number, label, style in re.findall(
        r'^ +lm(\d+) \[label="(.*?)"(.*)\];', text, re.MULTILINE
    ):
        atoms[number] = frozenset(map(_atom, label.split(" | ")))
        kind = "disjunctive" if " | " in label else "atomic"
        landmarks.add((kind, atoms[number], "filled" in style, "bold" in style))
    edges = re.findall(r'^ +lm(\d+) -> lm(\d+) \[label="(\w+)"\]', text, re.MULTILINE)
    orderings = frozenset(
        (atoms[before], atoms[after], TYPES[kind]) for before, after, kind in edges
    )
    return Comparable(frozenset(landmarks), orderings)


def _atom(text: str) -> str:
    match = re.fullmatch(r"(Atom|NegatedAtom) (.+)\((.*)\)", text)
    if not match:
        return text
    atom = f"({' '.join([match[2], *match[3].split(', ')]).strip()})"
    return atom if match[1] == "Atom" else f"(not {atom})"
