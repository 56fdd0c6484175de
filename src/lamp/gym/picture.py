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
    """Whether there is a program that turns SVG into pixels."""
    try:
        import cairosvg  # noqa: F401, PLC0415
    except (ImportError, OSError):  # the package, or the library that it calls
        return False
    return True


@dataclass(frozen=True, slots=True)
class Picture:
    """Draws the states of one problem as `lamp serve` shows them."""

    painter: Painter
    atoms: tuple[Atom, ...]
    static: frozenset[Atom]
    """What is true in every state."""

    @classmethod
    def of(cls, model: Model, task: Task) -> Picture | None:
        """The pictures of a problem; none where there is no painter for its domain."""
        painter = painter_for(model.domain, model.problem)
        given = frozenset(Atom(one.predicate, one.terms) for one in model.problem.init)
        return cls(painter, task.atoms, given - frozenset(task.atoms)) if painter else None

    def svg(self, states: Sequence[State]) -> str:
        """The last of some states; those before show where it came from."""
        shown = [self.static.union(self.atoms[fact] for fact in state) for state in states]
        return self.painter.draw(shown)

    def pixels(self, states: Sequence[State]) -> Pixels:
        """The same in colours of a light screen."""
        import cairosvg  # noqa: PLC0415
        from PIL import Image  # noqa: PLC0415

        image = cairosvg.svg2png(bytestring=plain(self.svg(states)).encode())
        with Image.open(BytesIO(image)) as found:
            return np.array(found.convert("RGB"), dtype=np.uint8)
