"""What the box of a landmark says, and how large it is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, sqrt

from lamp.conditions import condition_text, conjunct_texts
from lamp.landmarks.drawing.layout import Size
from lamp.landmarks.drawing.text import cut, text_width
from lamp.landmarks.graph import Kind, Landmark, LandmarkGraph
from lamp.task import Task

FONT_SIZE, SMALL_SIZE = 13.0, 10.5
LINE_HEIGHT, HEADING_HEIGHT = 18.0, 15.0
PADDING, CELL_GAP = 14.0, 18.0
"""Left and right of the text, and between two columns of a goal."""
ABOVE_TEXT = 5.0
WIDTH_STEP = 24.0
LONGEST = 190.0
"""The width at which a name is cut."""
MOST_OPTIONS, MOST_GOALS = 10, 40
"""How many literals a disjunction lists one below the other, and a goal in columns."""
WIDEST_GOAL = 640.0


@dataclass(frozen=True, slots=True)
class Label:
    """The text of a box: a heading, which may be empty, and cells in lines."""

    heading: str
    lines: tuple[tuple[str, ...], ...]
    cell_widths: tuple[float, ...]
    full: str
    """The whole landmark as PPDDL writes it, for the tooltip."""

    @property
    def size(self) -> Size:
        """How large a box must be for the text."""
        width = max(self.cells_width, text_width(self.heading, SMALL_SIZE)) + 2 * PADDING
        # Boxes of few different widths stand in columns, and the lines between them are straight.
        return Size(ceil(width / WIDTH_STEP) * WIDTH_STEP, self.text_height + 2 * ABOVE_TEXT)

    @property
    def cells_width(self) -> float:
        """The width of the cells of a line, with the gaps between them."""
        return sum(self.cell_widths) + CELL_GAP * (len(self.cell_widths) - 1)

    @property
    def text_height(self) -> float:
        """The height of the text alone."""
        return LINE_HEIGHT * len(self.lines) + (HEADING_HEIGHT if self.heading else 0.0)


def label_of(graph: LandmarkGraph, position: int, task: Task) -> Label:
    """The label of one landmark of a graph."""
    landmark = graph.landmarks[position]
    is_goal = position == graph.goal
    parts = [part.removeprefix("(").removesuffix(")") for part in _parts(landmark, task)]
    shown = [cut(part, LONGEST, FONT_SIZE) for part in _first(parts, is_goal)]
    columns = _num_columns(shown) if is_goal and landmark.kind is Kind.CONJUNCTIVE else 1
    lines = [tuple(shown[at : at + columns]) for at in range(0, len(shown), columns)]
    return Label(
        _heading(landmark, is_goal=is_goal),
        tuple(lines),
        tuple(
            max(text_width(text, FONT_SIZE) for text in shown[at::columns]) for at in range(columns)
        ),
        condition_text(landmark.condition, task),
    )


def _parts(landmark: Landmark, task: Task) -> list[str]:
    """What a box lists: the options of a disjunction, or the parts of a conjunction."""
    if landmark.kind is Kind.DISJUNCTIVE:
        return [literal.text(task) for literal in landmark.literals]
    return conjunct_texts(landmark.condition, task) or ["(and)"]


def _first(parts: Sequence[str], is_goal: bool) -> list[str]:
    """As many of the parts as a box has room for, and how many more there are."""
    most = MOST_GOALS if is_goal else MOST_OPTIONS
    if len(parts) <= most:
        return list(parts)
    return [*parts[: most - 1], f"… {len(parts) - most + 1} more"]


def _num_columns(cells: Sequence[str]) -> int:
    """The number of columns that make a box about eight times as wide as high."""
    widest = max(text_width(cell, FONT_SIZE) for cell in cells) + CELL_GAP
    lines = ceil(sqrt(len(cells) / 4))
    fitting = max(1, int(WIDEST_GOAL // widest))
    return min(ceil(len(cells) / lines), fitting)


def _heading(landmark: Landmark, *, is_goal: bool) -> str:
    """The small line above the literals, which says how they belong together."""
    words = {Kind.ATOMIC: "", Kind.DISJUNCTIVE: "one of", Kind.CONJUNCTIVE: "all of"}
    if not is_goal:
        return words[landmark.kind]
    return "goal: one of" if landmark.kind is Kind.DISJUNCTIVE else "goal"
