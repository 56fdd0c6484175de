"""Landmark graphs to draw, and the boxes of what is drawn."""

from __future__ import annotations

import re
from xml.etree import ElementTree as ET

from hypothesis import strategies as st

from lamp.drawing.layout.layering import Edge
from lamp.drawing.svg.geometry import Box
from lamp.landmarks import Landmark, LandmarkGraph, Literal, Ordering, OrderingType
from lamp.task import ALWAYS, NEVER, Atom, Condition, Task

NATURAL, GREEDY, NECESSARY = OrderingType

HOSTILE = ["<", "&", '"', "]]>", "\\", "&lt;", "\ufffe", "\x1b", "\ud800", "€中🙂", "m" * 500]
"""Names that must be escaped, replaced or cut."""


def drawn_task(num_facts: int, *names: str) -> Task:
    """A task with some facts, of which the first holds; the last ones have the names given."""
    atoms = [Atom("at", (f"place{fact}",)) for fact in range(num_facts - len(names))]
    return Task("drawn", (*atoms, *map(Atom, names)), (), frozenset({0}), ALWAYS)


def graph_of(num_landmarks: int, *orderings: tuple[int, int, OrderingType]) -> LandmarkGraph:
    """A graph of one landmark for each fact, and a goal of the last two facts."""
    goal = Landmark(Condition((num_landmarks - 2, num_landmarks - 1)))
    simple = [Landmark(Condition((fact,))) for fact in range(num_landmarks)]
    return LandmarkGraph((*simple, goal), tuple(Ordering(*ordering) for ordering in orderings))


def all_forms() -> list[Landmark]:
    """A landmark of every form, over facts 0 to 3."""
    either = (Condition((0,)), Condition((1,), (2,)))
    return [
        Landmark(Condition((0,))),
        Landmark(Condition((), (1,))),
        Landmark.any_of([Literal(1), Literal(2), Literal(3, positive=False)]),
        Landmark(Condition((1, 2))),
        Landmark(Condition((3,), (), (either,))),
        Landmark(ALWAYS),
        Landmark(NEVER),
    ]


TANGLED_EDGES = [(low, high) for low in range(11) if (high := 1 + (7 * low + 5) % 11) > low]
TANGLE = graph_of(12, *((*edge, GREEDY) for edge in TANGLED_EDGES))
"""A graph of 13 landmarks in which lines must cross."""


def parsed(svg: str) -> ET.Element:
    """The drawing, read as XML without its namespace."""
    plain = svg.replace(' xmlns="http://www.w3.org/2000/svg"', "")
    return ET.fromstring(plain)  # noqa: S314


def boxes_of(svg: str) -> list[Box]:
    """The outer box of each landmark in a drawing, at its place on the page."""
    boxes = []
    for group in parsed(svg).iterfind("g"):
        left, top = map(float, re.findall(r"[\d.]+", group.attrib["transform"]))
        for frame in group.iterfind("g[@data-landmark]/rect[1]"):
            x, y, width, height = (float(frame.attrib[key]) for key in Box._fields)
            boxes.append(Box(x + left, y + top, width, height))
    return boxes


def overlap(first: Box, second: Box) -> bool:
    """Whether two boxes, or a box and a line, have more than a border in common."""
    beside = first.x + first.width <= second.x or second.x + second.width <= first.x
    return not (beside or first.y + first.height <= second.y or second.y + second.height <= first.y)


def edges_among(num_nodes: int, most: int) -> st.SearchStrategy[list[Edge]]:
    """Random edges without a circle, each from a node to one with a higher number."""
    node = st.integers(0, num_nodes - 1)
    pair = st.tuples(node, node).filter(lambda ends: ends[0] < ends[1])
    return st.lists(pair, max_size=most, unique=True)
