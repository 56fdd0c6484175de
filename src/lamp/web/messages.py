"""What the page is told: problems, landmarks, decisions and mistakes as plain data."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from lamp.conditions import condition_text, conjunct_texts
from lamp.drawing import Painter, painter_for
from lamp.errors import LampError, Notice, Place
from lamp.execution import Execution, finite, step_record
from lamp.grounding import summarise
from lamp.landmarks import LandmarkGraph, to_svg
from lamp.ppddl import Model, all_objects
from lamp.search import LandmarkPlan
from lamp.task import Atom, State, Task, plain_number

MOST_LISTED = 2000
"""Facts and names in a list; more cannot be read."""
MOST_DRAWN = 300
"""Landmarks in a drawing; more cannot be seen."""
TRAIL = 1000
"""Earlier states that a picture may show something of."""


@dataclass(frozen=True, slots=True)
class Scene:
    """A problem with its task, and who draws its states."""

    model: Model
    task: Task
    static: frozenset[Atom]
    """What is true in every state."""
    painter: Painter | None

    @classmethod
    def of(cls, model: Model, task: Task) -> Scene:
        """The scene of a problem."""
        initial = (Atom(atom.predicate, atom.terms) for atom in model.problem.init)
        static = frozenset(initial) - frozenset(task.atoms)
        return cls(model, task, static, painter_for(model.domain, model.problem))

    def picture(self, states: Sequence[State]) -> str | None:
        """The last of some states as SVG, if its like can be drawn."""
        if not self.painter:
            return None
        atoms = self.task.atoms
        shown = states[-TRAIL:]
        return self.painter.draw(
            [self.static.union(atoms[fact] for fact in state) for state in shown]
        )


def problem_message(scene: Scene) -> dict[str, Any]:
    """All there is to say about a problem."""
    model, task = scene.model, scene.task
    by_type = defaultdict(list)
    for declared in all_objects(model.domain, model.problem):
        by_type[" or ".join(declared.types)].append(declared.name)
    ground = Counter(action.name for action in task.actions)
    summary = summarise(model, task)
    return {
        "name": task.name,
        "domain": model.domain.name,
        "problem": model.problem.name,
        "requirements": summary["requirements"],
        "objects": [
            {"type": type_name, "names": _some(names), "number": len(names)}
            for type_name, names in by_type.items()
        ],
        "schemas": [
            {
                "name": schema.name,
                "parameters": [
                    f"{parameter.name} - {' or '.join(parameter.types)}"
                    for parameter in schema.parameters
                ],
                "ground": ground[schema.name],
            }
            for schema in model.domain.actions
        ],
        "facts": summary["facts"],
        "actions": summary["actions"],
        "outcomes": summary["outcomes"],
        "goal": _some(conjunct_texts(task.goal, task)),
        "initial": _some(str(task.atoms[fact]) for fact in sorted(task.initial)),
        "static": _some(sorted(map(str, scene.static))),
        "warnings": [_warning(notice) for notice in model.notices],
        "picture": scene.picture([task.initial]),
    }


def _some(texts: Iterable[str]) -> list[str]:
    """Texts, as many as one can read."""
    listed = list(texts)
    num_hidden = len(listed) - MOST_LISTED
    return [*listed[:MOST_LISTED], f"… and {num_hidden:,} more"] if num_hidden > 0 else listed


def _warning(notice: Notice) -> dict[str, Any]:
    return {"text": notice.text, **_where(notice.place)}


def _where(place: Place | None) -> dict[str, Any]:
    """In which text of the page something is, and where."""
    if not place or place.source.name not in ("domain", "problem"):
        return {"where": None, "line": None, "column": None}
    return {"where": place.source.name, "line": place.line, "column": place.column}


def landmarks_message(graph: LandmarkGraph, task: Task) -> dict[str, Any]:
    """The landmarks, and their drawings: of those that are pursued, and of all."""
    pursued = graph.pursued(task.initial)
    return {
        "names": [condition_text(landmark.condition, task) for landmark in graph.landmarks],
        "goal": graph.goal,
        "pursued": list(pursued),
        "svg": to_svg(graph, task, shown=pursued) if len(pursued) <= MOST_DRAWN else None,
        "svg_whole": to_svg(graph, task) if len(graph.landmarks) <= MOST_DRAWN else None,
    }


def ready_message(
    scene: Scene, graph: LandmarkGraph, planner: LandmarkPlan, kind: str
) -> dict[str, Any]:
    """An episode is about to begin: with which settings, and after which landmarks."""
    positions = graph_positions(graph, planner)
    settings = asdict(planner.settings)
    return {
        "planner": kind,
        "settings": {name: finite(value) for name, value in settings.items()},
        "unit_costs": scene.task.has_unit_costs,
        "pursued": sorted(positions[landmark] for landmark in planner.remaining),
        "remaining": sorted(positions[landmark] for landmark in planner.remaining),
        "picture": scene.picture([scene.task.initial]),
    }


def step_message(scene: Scene, graph: LandmarkGraph, execution: Execution) -> dict[str, Any]:
    """The last step of an episode, with its evidence and a picture of what came of it."""
    planner, step = execution.planner, execution.steps[-1]
    positions = graph_positions(graph, planner)
    record = step_record(step, planner, 0)
    states = [past.state for past in execution.steps[-TRAIL:]]
    return record | {
        "subgoal": positions[step.decision.subgoal],
        "landmark": positions[step.decision.landmark],
        "remaining": sorted(positions[landmark] for landmark in step.decision.remaining),
        "landmarks": [
            evidence | {"landmark": positions[evidence["landmark"]]}
            for evidence in record["landmarks"]
        ],
        "holds": [
            position
            for position, landmark in enumerate(graph.landmarks)
            if landmark.holds(step.after)
        ],
        "outcome": _chance(execution),
        "total_cost": plain_number(execution.cost),
        "picture": scene.picture([*states, step.after]),
    }


def graph_positions(graph: LandmarkGraph, planner: LandmarkPlan) -> list[int]:
    """Where the landmarks of a planner are in the graph that the page shows.

    UCT pursues the goal alone, and a sequence of landmarks makes a graph of its own.
    """
    if planner.graph is graph:
        return list(range(len(graph.landmarks)))
    position_of = {landmark: position for position, landmark in enumerate(graph.landmarks)}
    return [position_of.get(landmark, graph.goal) for landmark in planner.graph.landmarks]


def _chance(execution: Execution) -> dict[str, Any] | None:
    """How likely it was what happened, and how many things could have happened."""
    step = execution.steps[-1]
    if step.decision.action is None:
        return None
    successors = execution.planner.task.apply(step.state, step.decision.action)
    return {"probability": str(successors[step.after]), "of": len(successors)}


def error_message(error: Exception) -> dict[str, Any]:
    """A mistake, with its place in the texts of the page."""
    if isinstance(error, LampError):
        excerpt = error.place.excerpt() if error.place else ""
        where = _where(error.place)
        if not where["where"] and error.exit_code == 2:
            where["where"] = "settings"
        return {"text": error.cause, "remedy": error.hint, "excerpt": excerpt, **where}
    if isinstance(error, MemoryError):
        text, remedy = "this takes more memory than there is", "Try a smaller problem."
    else:
        text = f"lamp has made a mistake: {type(error).__name__}: {error}"
        remedy = "The whole report is where lamp serve was started; please send it to us."
    return {"text": text, "remedy": remedy, "excerpt": "", **_where(None)}
