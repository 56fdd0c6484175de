"""Pictures of zenotravel: cities, aircraft and persons."""

from __future__ import annotations

from itertools import combinations

import pytest

from tests.support.pictures import (
    atom,
    histories,
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

ONLY_IN_FULL_RUNS = pytest.mark.sweep(0), pytest.mark.slow
LARGE = pytest.param("zenotravel:cities=24,aircraft=6", marks=ONLY_IN_FULL_RUNS)
AIRWAYS = ["zenotravel:p2", "zenotravel:p5", LARGE]


@pytest.mark.parametrize("name", AIRWAYS)
def test_persons_are_drawn_where_they_are_in_the_state(name: str) -> None:
    for picture, facts, _ in histories(name):
        persons = named(picture, "person")
        planes = named(picture, "aircraft")
        assert {*persons} == {
            typed.name for typed in model_named(name).problem.objects if "person" in typed.types
        }
        for who, city in facts.pairs("at-person"):
            assert persons[who].attrib["data-at"] == city
        for doing in ("in", "boarding", "debarking"):
            for who, plane in facts.pairs(doing):
                assert persons[who].attrib["data-doing"] == doing
                assert persons[who] in [*planes[plane].iter()]


@pytest.mark.parametrize("name", AIRWAYS)
def test_aircraft_are_drawn_where_they_are_in_the_state_with_their_fuel(name: str) -> None:
    for picture, facts, _ in histories(name):
        planes, ways = named(picture, "aircraft"), named(picture, "way")
        expected = [
            (f"{plane} {city}", plane, doing)
            for doing in ("at-aircraft", "flying", "zooming")
            for plane, city in facts.pairs(doing)
        ]
        assert {way for way, _, _ in expected} == {*ways}
        for _, plane, doing in expected:
            assert planes[plane].attrib["data-doing"] == doing
        for plane, level in facts.pairs("fuel-level"):
            full = [
                element for element in planes[plane].iter() if element.attrib.get("class") == "fuel"
            ]
            assert len(full) == int(level[1:])


@pytest.mark.parametrize("name", AIRWAYS)
def test_aircraft_cities_and_persons_do_not_overlap(name: str) -> None:
    for picture, facts, _ in histories(name, seed=2):
        boxes = places(picture)
        elements = [*named(picture, "city").values(), *named(picture, "aircraft").values()]
        staying = {who for who, _ in facts.pairs("at-person")}
        elements += [element for who, element in named(picture, "person").items() if who in staying]
        for first, second in combinations(elements, 2):
            assert not overlap(boxes[first], boxes[second]), (first.attrib, second.attrib)


def test_the_path_of_a_flying_aircraft_begins_at_its_last_city() -> None:
    states = [
        [atom("at-aircraft a0 c1"), atom("fuel-level a0 f2")],
        [atom("flying a0 c4"), atom("fuel-level a0 f2")],
    ]
    for known, points in ((states, 3), (states[1:], 2)):
        picture = parsed(painter("zenotravel:p1").draw(known))
        line = only(picture, "way")[0].attrib["d"]
        assert len(line.split("L")) == points


def test_the_description_of_a_picture_states_the_goals_of_persons() -> None:
    words = words_of(initial_picture("zenotravel:p3"))
    assert "p0 shall be in c3." in words
    assert "p1 shall be in c1." in words
