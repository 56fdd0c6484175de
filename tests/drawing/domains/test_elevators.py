"""Pictures of elevators: shafts, cabins, coins and the collector."""

from __future__ import annotations

from itertools import combinations

import pytest

from lamp.drawing.domains.scene import Facts, chain
from tests.support.pictures import (
    atom,
    histories,
    initial,
    initial_picture,
    named,
    only,
    overlap,
    painter,
    parsed,
    places,
)

ELEVATORS = ["elevators:p3", "elevators:p12", "elevators:floors=5,elevators=4,coins=30"]


@pytest.mark.parametrize("name", ELEVATORS)
def test_each_elevator_is_in_its_shaft_at_its_floor(name: str) -> None:
    for picture, facts, _ in histories(name):
        boxes = places(picture)
        shafts, lifts = named(picture, "shaft"), named(picture, "lift")
        assert [
            (key, element.attrib["data-floor"]) for key, element in lifts.items()
        ] == facts.pairs("in")
        for lift, element in lifts.items():
            shaft, cabin = boxes[shafts[lift]], boxes[element[0]]
            assert shaft.x <= cabin.x
            assert cabin.x + cabin.width <= shaft.x + shaft.width
        heights = {(int(floor[1:]), boxes[lifts[lift]].y) for lift, floor in facts.pairs("in")}
        assert [y for _, y in sorted(heights)] == sorted((y for _, y in heights), reverse=True)
        assert len({y for _, y in heights}) == len({floor for floor, _ in heights})


@pytest.mark.parametrize("name", ELEVATORS)
def test_the_collector_is_drawn_at_its_position_or_in_its_elevator(name: str) -> None:
    for picture, facts, _ in histories(name):
        who = only(picture, "person")
        spots = [" ".join(spot) for spot in facts.pairs("at")]
        assert [who.attrib["data-person"]] == spots + facts.ones("inside")
        for lift in facts.ones("inside"):
            boxes = places(picture)
            cabin, person = boxes[named(picture, "lift")[lift][0]], boxes[who]
            assert overlap(person, cabin)
            assert (person.x, person.y) >= (cabin.x, cabin.y)


@pytest.mark.parametrize("name", ELEVATORS)
def test_each_coin_lies_at_its_place_or_is_collected(name: str) -> None:
    for picture, facts, _ in histories(name):
        coins = {key: element.attrib["data-at"] for key, element in named(picture, "coin").items()}
        lying = {coin: f"{floor} {position}" for coin, floor, position in facts.triples("coin-at")}
        assert coins == lying | dict.fromkeys(facts.ones("have"), "purse")


def test_a_collected_coin_is_drawn_in_the_purse_only() -> None:
    state = initial("elevators:p1") | {atom("have c1")}
    coins = named(parsed(painter("elevators:p1").draw([state])), "coin")
    assert coins["c1"].attrib["data-at"] == "purse"


@pytest.mark.parametrize("name", ELEVATORS)
def test_coins_cabins_and_a_collector_outside_of_them_do_not_overlap(name: str) -> None:
    for picture, facts, _ in histories(name):
        boxes = places(picture)
        elements = [lift[0] for lift in named(picture, "lift").values()]
        elements += [coin[0] for coin in named(picture, "coin").values()]
        elements += [only(picture, "person")] if facts.pairs("at") else []
        for first, second in combinations(elements, 2):
            assert not overlap(boxes[first], boxes[second])


def test_gates_are_where_the_problem_has_them() -> None:
    gates = {" ".join(spot) for spot in Facts(initial("elevators:p11")).pairs("gate")}
    assert {*named(initial_picture("elevators:p11"), "gate")} == gates


def test_floors_and_positions_are_ordered_by_the_facts_not_by_their_names() -> None:
    assert chain(["a", "b", "c", "d"], [("c", "a"), ("a", "d")]) == ["b", "c", "a", "d"]
    assert chain(["a", "b", "c"], [("a", "b"), ("b", "a")]) == ["c", "a", "b"]
