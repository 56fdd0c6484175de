"""What tests of pictures need: states of random walks, and the boxes of what is drawn."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from functools import cache
from xml.etree import ElementTree as ET

from lamp.benchmarks import FAMILIES, load
from lamp.drawing import Painter, painter_for
from lamp.drawing.domains.scene import Facts
from lamp.drawing.svg.geometry import Box
from lamp.drawing.svg.text import text_width
from lamp.ppddl import Model
from lamp.task import Atom
from tests.support.sampling import sampled
from tests.support.tasks import benchmark_task

State = frozenset[Atom]

WALKS = [f"{family}:{problem}" for family in FAMILIES for problem in ("p1", "p5")]
"""Two problems of each family."""


@cache
def model_named(name: str) -> Model:
    """A bundled problem with its domain."""
    return load(name)


@cache
def painter(name: str) -> Painter:
    """The painter of a problem that can be drawn."""
    model = model_named(name)
    painter_of_model = painter_for(model.domain, model.problem)
    assert painter_of_model is not None
    return painter_of_model


@cache
def walk(name: str, steps: int = 40, seed: int = 0) -> list[State]:
    """The states of a random walk, each with the atoms that never change."""
    task = benchmark_task(name)
    static = initial(name) - {*task.atoms}
    rng = random.Random(seed)
    state, states = task.initial, []
    for _ in range(steps):
        states.append(frozenset(static | {task.atoms[fact] for fact in state}))
        actions = task.applicable(state)
        if not actions:
            break
        successors = task.apply(state, rng.choice(actions))
        state = rng.choices([*successors], [float(chance) for chance in successors.values()])[0]
    return states


def initial(name: str) -> State:
    """The initial atoms of a problem."""
    return frozenset(Atom(atom.predicate, atom.terms) for atom in model_named(name).problem.init)


def atom(text: str) -> Atom:
    """The atom of `on a b`."""
    predicate, *arguments = text.split()
    return Atom(predicate, tuple(arguments))


def initial_picture(name: str) -> ET.Element:
    """The picture of the initial state of a problem."""
    return parsed(painter(name).draw([initial(name)]))


def words_of(picture: ET.Element) -> str:
    """The state in words."""
    return picture.findtext("desc") or ""


def histories(name: str, seed: int = 0) -> Iterator[tuple[ET.Element, Facts, list[State]]]:
    """Pictures along a walk, with the facts they show and the states so far.

    The last state is always drawn, of those before it only some in a normal run.
    """
    states = walk(name, seed=seed)
    for length in [*sampled(range(1, len(states)), 8), len(states)]:
        picture = parsed(painter(name).draw(states[:length]))
        yield picture, Facts(states[length - 1]), states[:length]


def parsed(svg: str) -> ET.Element:
    """A picture, read as XML without its namespace."""
    return ET.fromstring(svg.replace(' xmlns="http://www.w3.org/2000/svg"', ""))  # noqa: S314


def named(picture: ET.Element, kind: str) -> dict[str, ET.Element]:
    """The elements with `data-kind`, by its value; each value occurs once."""
    pairs = [
        (element.attrib[f"data-{kind}"], element)
        for element in picture.iter()
        if f"data-{kind}" in element.attrib
    ]
    assert len(pairs) == len(dict(pairs)), f"data-{kind} twice"
    return dict(pairs)


def only(picture: ET.Element, kind: str) -> ET.Element:
    """The one element with `data-kind`."""
    (element,) = named(picture, kind).values()
    return element


def places(picture: ET.Element) -> dict[ET.Element, Box]:
    """The box of each element at its place in the picture; what draws nothing has none."""
    boxes: dict[ET.Element, Box] = {}
    _place(picture, 0.0, 0.0, boxes)
    return boxes


def _place(element: ET.Element, x: float, y: float, boxes: dict[ET.Element, Box]) -> None:
    if element.tag in ("title", "desc", "style"):
        return
    dx, dy = _numbers(element.attrib.get("transform", "translate(0 0)"))
    corners = [(x + dx + across, y + dy + down) for across, down in _corners(element)]
    for part in element:
        _place(part, x + dx, y + dy, boxes)
        if part in boxes:
            box = boxes[part]
            corners += [(box.x, box.y), (box.x + box.width, box.y + box.height)]
    if corners:
        xs, ys = zip(*corners, strict=True)
        boxes[element] = Box(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))


def _corners(element: ET.Element) -> list[tuple[float, float]]:
    """Points between which an element lies: lines without their width."""

    def value(name: str) -> float:
        return float(element.attrib.get(name, 0))

    match element.tag:
        case "rect" if element.attrib["class"] != "paper":
            x, y = value("x"), value("y")
            return [(x, y), (x + value("width"), y + value("height"))]
        case "circle" | "ellipse":
            wide, high = value("r") or value("rx"), value("r") or value("ry")
            x, y = value("cx"), value("cy")
            return [(x - wide, y - high), (x + wide, y + high)]
        case "path":
            assert not re.search("[^MLQZ0-9. -]", element.attrib["d"]), "only absolute points"
            numbers = _numbers(element.attrib["d"])
            return list(zip(numbers[::2], numbers[1::2], strict=True))
        case "text":
            return _text_corners(element)
    return []


def _text_corners(element: ET.Element) -> list[tuple[float, float]]:
    size = float(element.attrib.get("font-size", 12))
    text = "".join([element.text or "", *(part.tail or "" for part in element)])
    width = text_width(text, size)
    x, y = float(element.attrib["x"]), float(element.attrib["y"])
    left = x - width / 2 if "tag" in element.attrib.get("class", "") else x
    return [(left, y - 0.8 * size), (left + width, y + 0.2 * size)]


def _numbers(text: str) -> list[float]:
    return [float(number) for number in re.findall(r"-?[\d.]+", text)]


def overlap(first: Box, second: Box, least: float = 0.3) -> bool:
    """Whether two boxes have more than a border in common."""
    across = min(first.x + first.width, second.x + second.width) - max(first.x, second.x)
    down = min(first.y + first.height, second.y + second.height) - max(first.y, second.y)
    return across > least and down > least
