"""The base class of painters."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable, Sequence
from typing import ClassVar, Self, TypeAlias

from lamp.drawing.domains.scene import Facts, Scene
from lamp.drawing.domains.style import STYLE
from lamp.drawing.svg.document import SvgDocument
from lamp.drawing.svg.geometry import Size
from lamp.task import Atom

States: TypeAlias = Sequence[Collection[Atom]]


class Painter(ABC):
    """Draws the states of one problem; what the problem fixes has one position in all pictures."""

    predicates: ClassVar[tuple[tuple[str, int], ...]]
    """The predicates that a domain has to declare: names, and numbers of arguments."""
    title: str
    size: Size

    @classmethod
    def can_draw(cls, scene: Scene) -> bool:
        """Whether the domain declares the predicates that this painter draws."""
        return all(scene.declares(name, arity) for name, arity in cls.predicates)

    @classmethod
    @abstractmethod
    def of(cls, scene: Scene) -> Self | None:
        """The painter of a problem, or None where it is too large."""

    def draw(self, states: States) -> str:
        """The picture of the last of some states, with traces of those before it."""
        facts = Facts(states[-1] if states else ())
        description = " ".join(self.sentences(facts))
        document = SvgDocument("lamp-picture", self.title, self.size, STYLE, description)
        return document.text(self.elements(facts, states))

    @abstractmethod
    def sentences(self, facts: Facts) -> Iterable[str]:
        """The state in English, for the description of the picture."""

    @abstractmethod
    def elements(self, facts: Facts, states: States) -> Iterable[str]:
        """The state in SVG elements; later ones are drawn over earlier ones."""
