"""Pictures of states as pixels, where `cairosvg` is installed: the extra `pictures`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from io import BytesIO

import numpy as np

from lamp.drawing import Painter, painter_for, plain
from lamp.gym.board import Pixels
from lamp.ppddl import Model
from lamp.task import Atom, State, Task


@cache
def can_draw() -> bool:
    """Whether cairosvg, which turns SVG into pixels, can be used."""
    try:
        import cairosvg  # noqa: F401, PLC0415
    except (ImportError, OSError):  # OSError: the library cairo is missing
        return False
    return True


@dataclass(frozen=True, slots=True)
class Picture:
    """Draws the states of one problem as `lamp serve` shows them."""

    painter: Painter
    atoms: tuple[Atom, ...]
    static: frozenset[Atom]
    """Atoms that are true in every state."""

    @classmethod
    def of(cls, model: Model, task: Task) -> Picture | None:
        """The pictures of a problem; None where its domain has no painter."""
        painter = painter_for(model.domain, model.problem)
        initial = frozenset(Atom(atom.predicate, atom.terms) for atom in model.problem.init)
        return cls(painter, task.atoms, initial - frozenset(task.atoms)) if painter else None

    def svg(self, states: Sequence[State]) -> str:
        """The last of some states, with traces of those before it."""
        shown = [self.static.union(self.atoms[fact] for fact in state) for state in states]
        return self.painter.draw(shown)

    def pixels(self, states: Sequence[State]) -> Pixels:
        """The same as pixels, in the colours of a light page."""
        import cairosvg  # noqa: PLC0415
        from PIL import Image  # noqa: PLC0415

        image = cairosvg.svg2png(bytestring=plain(self.svg(states)).encode())
        with Image.open(BytesIO(image)) as picture:
            return np.array(picture.convert("RGB"), dtype=np.uint8)
