"""Landmark graphs as JSON: what `lamp landmarks --json` prints and `--landmarks FILE` reads."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from lamp.conditions import Literal, condition_text, conjunction_of
from lamp.errors import LandmarkError, Place, Source
from lamp.landmarks.graph import (
    Kind,
    Landmark,
    LandmarkGraph,
    Ordering,
    OrderingType,
    find_cycle,
)
from lamp.task import NEVER, Atom, Task

LITERAL = re.compile(r"\(\s*not\s*\(([^()]*)\)\s*\)|\(([^()]*)\)")
TYPES = {ordering.label: ordering for ordering in OrderingType}
OLD_KINDS = {"simple": Kind.ATOMIC.value}
"""Words for kinds that files of earlier versions have."""
EXPECTED = "Expected a landmark graph such as lamp landmarks --json prints"
MAX_BYTES = 64 * 2**20
"""Larger files are refused."""


def to_json(graph: LandmarkGraph, task: Task) -> dict[str, Any]:
    """A graph as JSON. The goal is listed only if it is one literal, or if orderings name it."""
    named = {position for ordering in graph.orderings for position in ordering[:2]}
    listed = [
        {
            "id": position,
            "kind": landmark.kind.value,
            "atoms": [literal.text(task) for literal in landmark.literals],
            "initially_true": landmark.holds(task.initial),
            "in_goal": landmark.is_part_of(task.goal),
        }
        for position, landmark in enumerate(graph.landmarks)
        if position != graph.goal or landmark.kind is Kind.ATOMIC or position in named
    ]
    orderings = [
        {"from": ordering.before, "to": ordering.after, "type": ordering.type.label}
        for ordering in graph.orderings
    ]
    return {
        "landmarks": listed,
        "orderings": orderings,
        "goal": condition_text(task.goal, task),
        "goal_relaxed_reachable": task.goal != NEVER,
        "nontrivial": graph.nontrivial(task.initial),
    }


def read_graph_file(path: str, task: Task) -> LandmarkGraph:
    """The graph of a JSON file, for a task."""
    text = _text(path)
    try:
        return from_json(json.loads(text), task)
    except LandmarkError as error:
        error.place = error.place or Place(Source(path, text))
        raise
    except ValueError as error:
        offset = error.pos if isinstance(error, json.JSONDecodeError) else 0
        place = Place(Source(path, text), offset)
        raise LandmarkError(f"not JSON: {error}", place=place, remedy=EXPECTED) from None
    except RecursionError:
        place = Place(Source(path, text))
        raise LandmarkError("nested too deeply", place=place, remedy=EXPECTED) from None


def _text(path: str) -> str:
    place = Place(Source(path))
    try:
        with Path(path).open("rb") as file:
            data = file.read(MAX_BYTES + 1)
        if len(data) > MAX_BYTES:
            cause = f"the file is larger than {MAX_BYTES:,} bytes"
            raise LandmarkError(cause, place=place, remedy=EXPECTED)
        return data.decode("utf-8-sig")
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise LandmarkError(f"cannot be read: {reason}", place=place, remedy=EXPECTED) from None


def from_json(data: object, task: Task) -> LandmarkGraph:
    """The graph that JSON describes, with the goal of the task."""
    if not isinstance(data, dict):
        raise _misshapen("the file", data, "an object with landmarks and orderings")
    facts = {atom: fact for fact, atom in enumerate(task.atoms)}
    by_id: dict[object, Landmark] = {}
    for entry in _entries(data, "landmarks"):
        number = entry.get("id", len(by_id))
        if not isinstance(number, int | str) or number in by_id:
            raise _misshapen("the id of a landmark", number, "a number of its own")
        by_id[number] = _landmark(entry, facts)
    landmarks = list(dict.fromkeys(by_id.values()))
    positions = {landmark: position for position, landmark in enumerate(landmarks)}
    position_of = {number: positions[landmark] for number, landmark in by_id.items()}
    entries = _entries(data, "orderings") if "orderings" in data else []
    orderings = [_ordering(entry, position_of) for entry in entries]
    _refuse_cycles([(entry["from"], entry["to"]) for entry in entries])
    return LandmarkGraph.of(landmarks, orderings, task)


def _refuse_cycles(pairs: list[tuple[int | str, int | str]]) -> None:
    for (before, after), times in Counter(pairs).items():
        if times > 1:
            raise LandmarkError(
                f"the ordering from {before} to {after} is given {times} times",
                remedy="Give it once, with the stronger type",
            )
    if cycle := find_cycle(pairs):
        raise LandmarkError(
            f"the orderings have a cycle: {' → '.join(map(str, cycle))}",
            remedy="One of them cannot hold; leave it out",
        )


def _entries(data: Mapping[str, Any], key: str) -> list[dict[str, Any]]:
    entries = data.get(key)
    if not isinstance(entries, list) or not all(isinstance(entry, dict) for entry in entries):
        raise _misshapen(f'"{key}"', entries, "a list of objects")
    return entries


def _landmark(entry: dict[str, Any], facts: Mapping[Atom, int]) -> Landmark:
    atoms = entry.get("atoms")
    if not isinstance(atoms, list) or not atoms or not all(isinstance(atom, str) for atom in atoms):
        raise _misshapen("the atoms of a landmark", atoms, 'a list of texts such as "(on a b)"')
    literals = sorted({_literal(text, facts) for text in atoms})
    default = Kind.DISJUNCTIVE if len(literals) > 1 else Kind.ATOMIC
    kind = entry.get("kind", default.value)
    kind = OLD_KINDS.get(kind, kind) if isinstance(kind, str) else kind
    if kind not in list(Kind):
        raise _misshapen("the kind of a landmark", kind, f"one of {', '.join(Kind)}")
    if (kind == Kind.ATOMIC) != (len(literals) == 1) and kind != Kind.CONJUNCTIVE:
        raise _misshapen("the kind of a landmark", kind, f"another one for {len(literals)} atoms")
    if kind == Kind.CONJUNCTIVE:
        return Landmark(conjunction_of(literals))
    return Landmark.any_of(literals)


def _literal(text: str, facts: Mapping[Atom, int]) -> Literal:
    match = LITERAL.fullmatch(text.strip().lower())
    words = (match[1] or match[2] or "").split() if match else []
    if not match or not words:
        raise _misshapen("an atom", text, "(on a b) or (not (on a b))")
    fact = facts.get(Atom(words[0], tuple(words[1:])))
    if fact is None:
        raise LandmarkError(
            f"{text} is not a fact of this task",
            remedy="Use atoms that can become true and can become false",
        )
    return Literal(fact, positive=match[1] is None)


def _ordering(entry: dict[str, Any], position_of: Mapping[object, int]) -> Ordering:
    for key in ("from", "to"):
        if not isinstance(entry.get(key), int | str) or entry[key] not in position_of:
            raise _misshapen(f'"{key}" of an ordering', entry.get(key), "the id of a landmark")
    label = entry.get("type", OrderingType.NATURAL.label)
    if not isinstance(label, str) or label not in TYPES:
        raise _misshapen("the type of an ordering", label, f"one of {', '.join(TYPES)}")
    return Ordering(position_of[entry["from"]], position_of[entry["to"]], TYPES[label])


def _misshapen(what: str, value: object, expected: str) -> LandmarkError:
    shown = json.dumps(value, ensure_ascii=False, default=str)[:60]
    return LandmarkError(f"{what} is {shown}", remedy=f"Expected {expected}")
