"""What all painters have in common."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable, Sequence
from typing import ClassVar, Self, TypeAlias

from lamp.pictures.elements import Size, page
from lamp.pictures.scene import Facts, Scene
from lamp.task import Atom

States: TypeAlias = Sequence[Collection[Atom]]


class Painter(ABC):
    """Draws states of one problem; what the problem fixes is the same in all of its pictures."""

    predicates: ClassVar[tuple[tuple[str, int], ...]]
    """What a domain has to declare to be drawn so: names, and numbers of arguments."""
    title: str
    size: Size

    @classmethod
    def knows(cls, scene: Scene) -> bool:
        """Whether the domain declares what this painter draws."""
        return all(scene.declares(*one) for one in cls.predicates)

    @classmethod
    @abstractmethod
    def of(cls, scene: Scene) -> Self | None:
        """The painter of a problem, or None where it is too large."""

    def draw(self, states: States) -> str:
        """The picture of the last of some states; those before show where it came from."""
        facts = Facts(states[-1] if states else ())
        words = " ".join(self.sentences(facts))
        return page((self.title, words), self.size, self.elements(facts, states))

    @abstractmethod
    def sentences(self, facts: Facts) -> Iterable[str]:
        """The state in words."""

    @abstractmethod
    def elements(self, facts: Facts, states: States) -> Iterable[str]:
        """The state in SVG elements, the hindmost first."""
