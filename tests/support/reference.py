"""Reference data: Fast Downward's landmark graphs, published tables, exact values.

They are vendored in `tests/data/reference`, so that a clone needs nothing beside it. Where
`../shared` is there, a test compares the two. Write them anew after a change there by

    uv run python -m tests.support.reference
"""

from __future__ import annotations

import json
from functools import cache
from hashlib import sha256
from typing import Any

from lamp.benchmarks import NAMES
from lamp.grounding import ground
from lamp.task import Action, Condition, Outcome, Task
from tests.support.paths import DATA, SHARED
from tests.support.tasks import shared_model

FOLDER = DATA / "reference"


@cache
def exact_values() -> dict[str, dict[str, float]]:
    """For a problem: its states, dead ends, best probability, cost and utility, where known."""
    values: dict[str, dict[str, float]] = _read("exact.json")["values"]
    return values


@cache
def published_results() -> dict[str, Any]:
    """The tables of figures 2 and 3, and the appendix's numbers of landmarks."""
    return _read("published.json")


@cache
def landmark_graphs() -> dict[str, dict[str, Any]]:
    """For a problem: the graph that Fast Downward's LM^RHW finds, in lamp's JSON format."""
    return {name: _unpacked(graph) for name, graph in _read("landmarks.json")["graphs"].items()}


@cache
def task_digests() -> dict[str, str]:
    """For a problem: the digest of the ground task of the paper's PPDDL texts."""
    digests: dict[str, str] = _read("tasks.json")["digests"]
    return digests


def task_digest(task: Task) -> str:
    """A number for what a task means: the order of facts, actions and outcomes does not count."""
    text = "\n".join(
        [
            task.name,
            *sorted(map(str, task.atoms)),
            "initial: " + " ".join(_names(task.initial, task)),
            "goal: " + _condition_text(task.goal, task),
            *sorted(_action_text(action, task) for action in task.actions),
        ]
    )
    return sha256(text.encode()).hexdigest()[:32]


def _names(facts: Any, task: Task) -> list[str]:
    return sorted(str(task.atoms[fact]) for fact in facts)


def _condition_text(condition: Condition, task: Task) -> str:
    clauses = sorted(
        "any" + str(sorted(_condition_text(option, task) for option in clause))
        for clause in condition.any_of
    )
    return f"{_names(condition.true, task)} not {_names(condition.false, task)} {clauses}"


def _action_text(action: Action, task: Task) -> str:
    chances: dict[str, Any] = {}
    for outcome in action.outcomes:
        key = _outcome_text(outcome, task)
        chances[key] = chances.get(key, 0) + outcome.probability
    outcomes = sorted(f"{probability}: {text}" for text, probability in chances.items())
    return f"{action} {_condition_text(action.precondition, task)} {outcomes}"


def _outcome_text(outcome: Outcome, task: Task) -> str:
    conditional = sorted(
        f"{_condition_text(effect.condition, task)} {sign}{task.atoms[fact]}"
        for effect in outcome.conditional
        for sign, facts in (("+", effect.add), ("-", effect.delete))
        for fact in facts
    )
    return (
        f"+{_names(outcome.add, task)} -{_names(outcome.delete, task)} {sorted(set(conditional))}"
    )


def _read(name: str) -> dict[str, Any]:
    content: dict[str, Any] = json.loads((FOLDER / name).read_text(encoding="utf-8"))
    return content


# From ../shared


def shared_files() -> dict[str, str]:
    """The texts of all vendored files, as made from `../shared`."""
    reference = SHARED / "reference"
    return {
        "exact.json": _lines(_shared_values(), "values"),
        "published.json": _lines(
            json.loads((reference / "published.json").read_text("utf-8")),
            *("tables", "nontrivial_landmarks"),
        ),
        "landmarks.json": _lines(_shared_graphs(), "graphs"),
        "tasks.json": _lines(_shared_digests(), "digests"),
    }


def _shared_values() -> dict[str, Any]:
    """The exact values; those of zenotravel there are of the problems that were released later."""
    content: dict[str, Any] = json.loads((SHARED / "reference/exact.json").read_text("utf-8"))
    content["values"] = {
        name.replace("zenotravel:", "zenotravel_released:"): values
        for name, values in content["values"].items()
    }
    return content


def _shared_graphs() -> dict[str, Any]:
    """The landmark graphs; probabilities do not matter, so both zenotravels have the same."""
    graphs = {}
    version = ""
    for name in NAMES:
        family, _, number = name.partition(":")
        file = f"{family.removesuffix('_released')}_{number}.json"
        path = SHARED / "reference" / "landmarks" / file
        graph = json.loads(path.read_text("utf-8"))
        graphs[name] = _packed(graph)
        version = graph["fast_downward"]
    source = f"Fast Downward {version}, lm_rhw on the all-outcomes determinization"
    return {"source": source, "graphs": graphs}


def _shared_digests() -> dict[str, Any]:
    digests = {}
    for name in NAMES:
        model = shared_model(name)
        digests[name] = task_digest(ground(model.domain, model.problem))
    return {"source": "ground tasks of the paper's PPDDL texts", "digests": digests}


KINDS = ("atomic", "disjunctive", "conjunctive")


def _packed(graph: dict[str, Any]) -> dict[str, Any]:
    """A graph with as few words as possible."""
    return {
        "nontrivial_count": graph["nontrivial_count"],
        "landmarks": [
            [
                landmark["id"],
                KINDS.index("atomic" if landmark["kind"] == "simple" else landmark["kind"]),
                int(landmark["in_goal"]),
                int(landmark["initially_true"]),
                *landmark["atoms"],
            ]
            for landmark in graph["landmarks"]
        ],
        "orderings": [
            [ordering["from"], ordering["to"], ordering["type"]] for ordering in graph["orderings"]
        ],
    }


def _unpacked(packed: dict[str, Any]) -> dict[str, Any]:
    return {
        "nontrivial_count": packed["nontrivial_count"],
        "landmarks": [
            {
                "id": number,
                "kind": KINDS[kind],
                "in_goal": bool(in_goal),
                "initially_true": bool(initially_true),
                "atoms": atoms,
            }
            for number, kind, in_goal, initially_true, *atoms in packed["landmarks"]
        ],
        "orderings": [
            {"from": before, "to": after, "type": kind}
            for before, after, kind in packed["orderings"]
        ],
    }


def _lines(content: dict[str, Any], *split: str) -> str:
    """A text of JSON with a line for each entry of some lists or tables."""
    entries = []
    for key, value in content.items():
        text = json.dumps(value, separators=(",", ":"))
        if key in split and isinstance(value, dict):
            rows = [f"{json.dumps(name)}:{_dumps(entry)}" for name, entry in value.items()]
            text = "{\n" + ",\n".join(rows) + "\n}"
        elif key in split:
            text = "[\n" + ",\n".join(map(_dumps, value)) + "\n]"
        entries.append(f"{json.dumps(key)}:{text}")
    return "{\n" + ",\n".join(entries) + "\n}\n"


def _dumps(value: object) -> str:
    return json.dumps(value, separators=(",", ":"))


if __name__ == "__main__":
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name, text in shared_files().items():
        (FOLDER / name).write_text(text, encoding="utf-8")
