"""Pictures of tireworlds: cities, roads and the car."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import combinations, pairwise
from math import hypot

import pytest

from lamp.benchmarks import NAMES
from lamp.drawing import painter_for
from lamp.drawing.domains.scene import Facts
from lamp.drawing.domains.style import RULES
from lamp.ppddl import syntax
from tests.support.pictures import (
    atom,
    histories,
    initial,
    initial_picture,
    model_named,
    named,
    only,
    overlap,
    painter,
    parsed,
    places,
    words_of,
)

TIREWORLDS = ["tireworld:p1", "tireworld:p15", "triangle_tireworld:p1", "triangle_tireworld:p5"]
"""Problems of which the states of random walks are drawn."""


MAPS = [name for name in NAMES if "tireworld" in name]
"""All tireworlds of the paper."""

Spot = tuple[float, float]


@pytest.mark.parametrize("name", TIREWORLDS)
def test_the_car_is_drawn_where_it_is_in_the_state_with_its_tires(name: str) -> None:
    for picture, facts, _ in histories(name):
        car = only(picture, "car")
        assert [car.attrib["data-car"]] == facts.ones("vehicle-at")
        assert (car.attrib["data-tires"] == "good") == facts.holds("not-flattire")
        assert ("data-board" in car.attrib) == facts.holds("hasspare")
        assert sorted(named(picture, "spare")) == facts.ones("spare-in")


@pytest.mark.parametrize("name", TIREWORLDS)
def test_the_car_is_drawn_on_its_city(name: str) -> None:
    for picture, facts, _ in histories(name):
        boxes = places(picture)
        city = boxes[named(picture, "city")[facts.ones("vehicle-at")[0]]]
        car = boxes[only(picture, "car")]
        assert abs(car.x + car.width / 2 - city.x - city.width / 2) < 2
        assert abs(car.y + car.height - city.y) < 2


@pytest.mark.parametrize("name", TIREWORLDS)
def test_the_trail_is_the_way_of_the_car(name: str) -> None:
    for picture, _, states in histories(name):
        cities = [Facts(state).ones("vehicle-at")[0] for state in states]
        way = [cities[0], *(end for start, end in pairwise(cities) if start != end)]
        trail = only(picture, "trail")
        assert trail.attrib["data-trail"].split() == way
        boxes = places(picture)
        line = trail[0]
        points = re.findall(r"[\d.]+ [\d.]+", line.attrib["d"])
        for point, city in zip(points, way, strict=True):
            box = boxes[named(picture, "city")[city]]
            x, y = map(float, point.split())
            assert abs(x - box.x - box.width / 2) < 1
            assert abs(y - box.y - box.height / 2) < 1


@pytest.mark.sweep(6)
@pytest.mark.parametrize("name", [*MAPS, "tireworld:cities=60"])
def test_cities_do_not_overlap_even_with_a_car_on_them(name: str) -> None:
    # A car stands on its city, so a city with a car is 30 higher.
    boxes = places(picture := initial_picture(name))
    cities = [boxes[city] for city in named(picture, "city").values()]
    for first, second in combinations(cities, 2):
        assert not overlap(first._replace(y=first.y - 30, height=first.height + 30), second)


@pytest.mark.sweep(6)
@pytest.mark.parametrize("name", MAPS)
def test_each_road_is_one_line_and_an_arrow_where_it_leads_one_way_only(name: str) -> None:
    roads = {*Facts(initial(name)).pairs("road")}
    drawn = {tuple(key.split()): road for key, road in named(initial_picture(name), "road").items()}
    both = {(end, start) for start, end in drawn if (end, start) in roads}
    assert {*drawn} | both == roads
    assert not {*drawn} & both
    for (start, end), road in drawn.items():
        assert (len(road) == 1) == ((end, start) in roads)


@pytest.mark.parametrize("problem", ["p1", "p2", "p3", "p5", "p6", "p11", "p15"])
def test_on_maps_with_few_roads_no_road_runs_through_another_city(problem: str) -> None:
    picture = initial_picture(f"tireworld:{problem}")
    boxes = places(picture)
    cities = {key: boxes[city] for key, city in named(picture, "city").items()}
    for key, road in named(picture, "road").items():
        start, end = (point.split() for point in road[0].attrib["d"][1:].split("L"))
        line = [(float(x), float(y)) for x, y in (start, end)]
        for city in {*cities} - {*key.split()}:
            x, y, width, height = cities[city]
            assert distance((x + width / 2, y + height / 2), *line) > height / 2 - 2


def distance(point: Spot, start: Spot, end: Spot) -> float:
    """How far a point is from the line between two others."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    along = ((point[0] - start[0]) * dx + (point[1] - start[1]) * dy) / (dx * dx + dy * dy)
    along = min(max(along, 0.0), 1.0)
    return hypot(start[0] + along * dx - point[0], start[1] + along * dy - point[1])


@pytest.mark.parametrize("size", [1, 2, 5])
def test_a_triangle_is_drawn_as_a_triangle(size: int) -> None:
    picture = initial_picture(f"triangle_tireworld:p{size}")
    boxes = places(picture)
    spots = {
        tuple(map(int, key.split("-")[1:])): (boxes[city].x, boxes[city].y)
        for key, city in named(picture, "city").items()
    }
    step = spots[1, 2][0] - spots[1, 1][0]
    rise = spots[1, 1][1] - spots[2, 1][1]
    assert step > 0
    assert rise > 0
    for (row, column), (x, y) in spots.items():
        assert x == pytest.approx(spots[1, 1][0] + step * (column - 1 + (row - 1) / 2), abs=1)
        assert y == pytest.approx(spots[1, 1][1] - rise * (row - 1), abs=1)


def test_cities_without_spares_and_roads_to_them_look_different() -> None:
    picture = initial_picture("triangle_tireworld:p3")
    spares = {*named(picture, "spare"), "l-1-7"}
    for key, city in named(picture, "city").items():
        assert ("bare" in city[0].attrib["class"]) == (key not in spares)
    for key, road in named(picture, "road").items():
        assert ("bare" in road[0].attrib["class"]) == (key.split()[1] not in spares)
    rules = dict(re.findall(r"\.(road\S*) \{ stroke: var\(--([\w-]+)\)", RULES))
    assert rules["road"] != rules["road.bare"]


def test_names_of_a_triangle_are_ignored_where_the_roads_do_not_form_one() -> None:
    model = model_named("triangle_tireworld:p1")
    far = replace(
        model.problem, init=(*model.problem.init, syntax.Atom("road", ("l-1-1", "l-1-3")))
    )
    painter_of_map = painter_for(model.domain, far)
    assert painter_of_map is not None
    boxes = places(picture := parsed(painter_of_map.draw([[]])))
    cities = named(picture, "city")
    assert len({boxes[cities[f"l-1-{column}"]].y for column in (1, 2, 3)}) > 1


def test_the_description_of_a_picture_states_the_location_and_tires_of_the_car() -> None:
    state = initial("triangle_tireworld:p1") - {atom("not-flattire"), atom("vehicle-at l-1-1")}
    state |= {atom("vehicle-at l-1-2"), atom("hasspare")}
    picture = parsed(painter("triangle_tireworld:p1").draw([state]))
    assert "The car is at l-1-2 with a flat tire; a spare is on board." in words_of(picture)
