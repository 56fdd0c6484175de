"""The legend of a drawing: one sample of each box and line that occurs in it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from lamp.landmarks.drawing.elements import ARROW_HEAD
from lamp.landmarks.drawing.lines import LINE_KINDS, TO_GOAL, Lines
from lamp.landmarks.drawing.text import escaped, text_width

NOTE_SIZE = 12.0
ROW_HEIGHT = 24.0
SAMPLE_WIDTH, SAMPLE_GAP = 34.0, 8.0
"""The width of a sample, and its distance from the text that explains it."""
ENTRY_GAP = 24.0

_BOXES = {
    "in-goal": "part of the goal",
    "atomic": "landmark",
    "disjunctive": "one of several",
    "trivial": "holds initially",
}
"""What boxes mean, by the class that decides how they look."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A sample, which may be empty, and what it means."""

    sample: str
    text: str

    @property
    def indent(self) -> float:
        """Where the text begins."""
        return SAMPLE_WIDTH + SAMPLE_GAP if self.sample else 0.0

    @property
    def width(self) -> float:
        """How much room the entry takes."""
        return self.indent + text_width(self.text, NOTE_SIZE)


def entries_for(classes: Iterable[Sequence[str]], lines: Lines) -> Iterator[Entry]:
    """The entries for boxes with these classes, and for lines."""
    looks = {_look(names) for names in classes}
    kinds = {line.kind for line in lines.drawn}
    for name, text in _BOXES.items():
        if name in looks:
            yield Entry(_box_sample(name), text)
    for kind in reversed(LINE_KINDS):
        if kind in kinds:
            text = "before the goal, as all are" if kind == TO_GOAL else f"{kind} ordering"
            yield Entry(_line_sample(kind), text)
    if lines.num_left_out:
        yield Entry("", f"natural orderings left out, as others imply them: {lines.num_left_out}")


def legend_svg(entries: Iterable[Entry], width: float) -> tuple[str, float]:
    """The entries in rows of some width, with the height of all rows."""
    parts = []
    x, y = 0.0, 0.0
    for entry in entries:
        if x and x + entry.width > width:
            x, y = 0.0, y + ROW_HEIGHT
        parts.append(
            f'<g transform="translate({x:.1f} {y:.1f})">{entry.sample}'
            f'<text class="note" x="{entry.indent:.1f}" y="16">{escaped(entry.text)}</text></g>'
        )
        x += entry.width + ENTRY_GAP
    return "\n".join(parts), y + ROW_HEIGHT if parts else 0.0


def _look(classes: Sequence[str]) -> str:
    """The class of a box that decides how it looks."""
    return next((name for name in ("trivial", "goal", "in-goal") if name in classes), classes[0])


def _box_sample(name: str) -> str:
    """A small box of a class."""
    corner = 2 if name == "disjunctive" else 8
    inner = '<rect x="4" y="7" width="26" height="10" rx="5"/>' if name == "in-goal" else ""
    outer = f'<rect x="1" y="4" width="32" height="16" rx="{corner}"/>'
    return f'<g class="{name}">{outer}{inner}</g>'


def _line_sample(kind: str) -> str:
    """A short arrow of a kind."""
    end = SAMPLE_WIDTH - ARROW_HEAD
    return f'<path class="line {kind}" d="M1 12H{end:g}" marker-end="url(#lamp-head-{kind})"/>'
