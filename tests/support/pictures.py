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
    found = painter_for(model.domain, model.problem)
    assert found is not None
    return found


@cache
def walk(name: str, steps: int = 40, seed: int = 0) -> list[State]:
    """The states of a random walk, each with the atoms that never change."""
    task = benchmark_task(name)
    static = initial(name) - {*task.atoms}
    rng = random.Random(seed)
    state, found = task.initial, []
    for _ in range(steps):
        found.append(frozenset(static | {task.atoms[fact] for fact in state}))
        actions = task.applicable(state)
        if not actions:
            break
        successors = task.apply(state, rng.choice(actions))
        state = rng.choices([*successors], [float(one) for one in successors.values()])[0]
    return found


def initial(name: str) -> State:
    """The initial atoms of a problem."""
    return frozenset(Atom(one.predicate, one.terms) for one in model_named(name).problem.init)


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
    found = [
        (one.attrib[f"data-{kind}"], one) for one in picture.iter() if f"data-{kind}" in one.attrib
    ]
    assert len(found) == len(dict(found)), f"data-{kind} twice"
    return dict(found)


def only(picture: ET.Element, kind: str) -> ET.Element:
    """The one element with `data-kind`."""
    (found,) = named(picture, kind).values()
    return found


def places(picture: ET.Element) -> dict[ET.Element, Box]:
    """The box of each element at its place in the picture; what draws nothing has none."""
    found: dict[ET.Element, Box] = {}
    _place(picture, 0.0, 0.0, found)
    return found


def _place(one: ET.Element, x: float, y: float, found: dict[ET.Element, Box]) -> None:
    if one.tag in ("title", "desc", "style"):
        return
    dx, dy = _numbers(one.attrib.get("transform", "translate(0 0)"))
    corners = [(x + dx + across, y + dy + down) for across, down in _corners(one)]
    for part in one:
        _place(part, x + dx, y + dy, found)
        if part in found:
            box = found[part]
            corners += [(box.x, box.y), (box.x + box.width, box.y + box.height)]
    if corners:
        xs, ys = zip(*corners, strict=True)
        found[one] = Box(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))


def _corners(one: ET.Element) -> list[tuple[float, float]]:
    """Points between which an element lies: lines without their width."""

    def value(name: str) -> float:
        return float(one.attrib.get(name, 0))

    match one.tag:
        case "rect" if one.attrib["class"] != "paper":
            x, y = value("x"), value("y")
            return [(x, y), (x + value("width"), y + value("height"))]
        case "circle" | "ellipse":
            wide, high = value("r") or value("rx"), value("r") or value("ry")
            x, y = value("cx"), value("cy")
            return [(x - wide, y - high), (x + wide, y + high)]
        case "path":
            assert not re.search("[^MLQZ0-9. -]", one.attrib["d"]), "only absolute points"
            numbers = _numbers(one.attrib["d"])
            return list(zip(numbers[::2], numbers[1::2], strict=True))
        case "text":
            return _text_corners(one)
    return []


def _text_corners(one: ET.Element) -> list[tuple[float, float]]:
    size = float(one.attrib.get("font-size", 12))
    text = "".join([one.text or "", *(part.tail or "" for part in one)])
    width = text_width(text, size)
    x, y = float(one.attrib["x"]), float(one.attrib["y"])
    left = x - width / 2 if "tag" in one.attrib.get("class", "") else x
    return [(left, y - 0.8 * size), (left + width, y + 0.2 * size)]


def _numbers(text: str) -> list[float]:
    return [float(one) for one in re.findall(r"-?[\d.]+", text)]


def overlap(one: Box, two: Box, least: float = 0.3) -> bool:
    """Whether two boxes have more than a border in common."""
    across = min(one.x + one.width, two.x + two.width) - max(one.x, two.x)
    down = min(one.y + one.height, two.y + two.height) - max(one.y, two.y)
    return across > least and down > least
