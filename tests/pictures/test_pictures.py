"""Pictures of states: what they show is what is true, and nothing lies upon anything else."""

from __future__ import annotations

import re
import subprocess
import sys
from dataclasses import replace
from itertools import combinations, pairwise
from math import hypot
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lamp.benchmarks import FAMILIES, NAMES, load
from lamp.landmarks.drawing.theme import STYLE as DRAWING_STYLE
from lamp.pictures import painter_for
from lamp.pictures.piles import Footing, Tower, towers_of
from lamp.pictures.scene import Facts, chain
from lamp.pictures.theme import DARK, HUES, LIGHT, RULES
from lamp.ppddl import Domain, Problem, syntax
from lamp.task import Atom
from tests.support.pictures import (
    histories,
    initial,
    named,
    only,
    overlap,
    painter,
    parsed,
    places,
    walk,
)
from tests.support.tasks import model_of

WALKS = [f"{family}:{problem}" for family in FAMILIES for problem in ("p1", "p5")]
TIREWORLDS = ["tireworld:p1", "tireworld:p15", "triangle_tireworld:p1", "triangle_tireworld:p5"]
BLOCKS = ["prob_blocksworld:p2", "prob_blocksworld:p6", "exploding_blocksworld:p2"]
BLOCKS += ["exploding_blocksworld:p8"]
ELEVATORS = ["elevators:p3", "elevators:p12", "elevators:floors=5,elevators=4,coins=30"]
AIRWAYS = ["zenotravel:p2", "zenotravel:p5", "zenotravel:cities=24,aircraft=6"]
HOSTILE = '<&">]]>\x1b\ud800€中'


Spot = tuple[float, float]


def atom(text: str) -> Atom:
    """The atom of `on a b`."""
    predicate, *arguments = text.split()
    return Atom(predicate, tuple(arguments))


def words_of(picture: ET.Element) -> str:
    return picture.findtext("desc") or ""


# All pictures


@pytest.mark.parametrize("name", NAMES)
def test_every_problem_of_the_paper_is_drawn_within_its_page(name: str) -> None:
    picture = parsed(painter(name).draw([initial(name)]))
    left, top, width, height = map(float, picture.attrib["viewBox"].split())
    for one, box in places(picture).items():
        assert box.x >= left, ET.tostring(one)
        assert box.y >= top, ET.tostring(one)
        assert box.x + box.width <= width, ET.tostring(one)
        assert box.y + box.height <= height, ET.tostring(one)


@pytest.mark.parametrize("name", WALKS)
def test_a_picture_says_what_it_is_and_the_state_in_words(name: str) -> None:
    picture = parsed(painter(name).draw(walk(name)))
    assert picture.attrib["role"] == "img"
    assert (picture.findtext("title") or "").startswith(load(name).problem.name)
    assert words_of(picture).endswith(".")


@pytest.mark.parametrize("name", WALKS)
def test_a_picture_is_ascii_without_ids(name: str) -> None:
    text = painter(name).draw(walk(name))
    assert text.isascii()
    assert " id=" not in text
    assert "url(" not in text


@pytest.mark.parametrize("name", WALKS)
def test_the_order_of_atoms_does_not_count(name: str) -> None:
    *before, last = walk(name)
    one, other = sorted(last), sorted(last, reverse=True)
    assert painter(name).draw([*before, one]) == painter(name).draw([*before, other])


def test_the_same_state_gives_the_same_bytes_whatever_the_hash_seed() -> None:
    code = (
        "import hashlib; from pictured import painter, walk;"
        f"pictures = [painter(name).draw(walk(name, 20)) for name in {WALKS}];"
        "print(hashlib.sha256(''.join(pictures).encode()).hexdigest())"
    )
    paths = {"PYTHONPATH": ":".join(sys.path)}
    seen = {
        subprocess.run(
            [sys.executable, "-c", code],
            env={**paths, "PYTHONHASHSEED": seed},
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(seen) == 1


@pytest.mark.parametrize("name", WALKS)
def test_what_never_changes_keeps_its_place(name: str) -> None:
    first, last = (parsed(painter(name).draw(walk(name)[:end])) for end in (1, 40))
    kinds = ("city", "shaft", "gate", "goal")
    drawn = [
        {
            (kind, key): places(one)[found]
            for kind in kinds
            for key, found in named(one, kind).items()
        }
        for one in (first, last)
    ]
    assert first.attrib["viewBox"] == last.attrib["viewBox"]
    assert {key: (box.x, box.y) for key, box in drawn[0].items()} == {
        key: (box.x, box.y) for key, box in drawn[1].items()
    }


@settings(max_examples=60, deadline=None)
@given(st.data(), st.sampled_from(WALKS))
def test_whatever_is_true_is_drawn_and_each_thing_once(data: st.DataObject, name: str) -> None:
    known = sorted({one for state in walk(name) for one in state} | initial(name))
    names = sorted({one for known_atom in known for one in known_atom.arguments}) or ["x"]
    any_atom = st.builds(
        lambda one, arguments: Atom(one.predicate, tuple(arguments)),
        st.sampled_from(known),
        st.lists(st.sampled_from([*names, "stranger"]), max_size=3),
    )
    state = data.draw(st.lists(st.sampled_from(known) | any_atom, max_size=40, unique=True))
    picture = parsed(painter(name).draw([walk(name)[0], state]))
    for kind in ("block", "car", "person", "coin", "lift", "aircraft", "spare"):
        named(picture, kind)


@pytest.mark.parametrize("name", WALKS)
def test_no_state_at_all_is_an_empty_scene(name: str) -> None:
    picture = parsed(painter(name).draw([]))
    assert not named(picture, "car") | named(picture, "person") | named(picture, "coin")


# Which domains are drawn


def test_a_domain_without_a_picture_has_no_painter() -> None:
    model = model_of("(:predicates (lit ?x) (road ?x))", "(:objects a) (:goal (lit a))")
    assert painter_for(model.domain, model.problem) is None


def test_a_domain_is_known_by_its_predicates_not_by_its_name() -> None:
    model = model_of(
        "(:predicates (road ?a ?b) (vehicle-at ?a) (flattire))",
        "(:objects home away unused) (:init (road home away) (vehicle-at home) (flattire))"
        "(:goal (vehicle-at away))",
    )
    found = painter_for(model.domain, model.problem)
    assert found is not None
    state = [Atom(one.predicate, one.terms) for one in model.problem.init]
    picture = parsed(found.draw([state]))
    assert {*named(picture, "city")} == {"home", "away"}
    assert only(picture, "car").attrib["data-tires"] == "flat"
    assert [*named(picture, "goal")] == ["away"]


def test_a_predicate_of_another_arity_is_another_predicate() -> None:
    model = model_of("(:predicates (road ?a ?b ?c) (vehicle-at ?a))", "(:objects a) (:goal (and))")
    assert painter_for(model.domain, model.problem) is None


@pytest.mark.parametrize("name", ["tireworld:p1", "prob_blocksworld:p6", "elevators:p12"])
def test_a_domain_without_types_is_drawn_all_the_same(name: str) -> None:
    model = load(name)
    domain = replace(
        model.domain,
        types=(),
        predicates=tuple(
            replace(one, parameters=tuple(syntax.Typed(two.name) for two in one.parameters))
            for one in model.domain.predicates
        ),
    )
    objects = tuple(syntax.Typed(one.name) for one in model.problem.objects)
    found = painter_for(domain, replace(model.problem, objects=objects))
    assert found is not None
    assert found.draw([initial(name)]) == painter(name).draw([initial(name)])


@pytest.mark.parametrize(
    "name",
    [
        "tireworld:cities=200",
        "triangle_tireworld:size=20",
        "prob_blocksworld:blocks=60",
        "elevators:positions=40",
        "zenotravel:cities=40",
    ],
)
def test_what_is_too_large_to_read_is_not_drawn(name: str) -> None:
    model = load(name)
    assert painter_for(model.domain, model.problem) is None


def renamed(family: str) -> tuple[Domain, Problem, list[Atom]]:
    """A problem whose objects have hostile names, and its initial state."""
    model = load(f"{family}:p1")

    def new(one: syntax.Atom) -> syntax.Atom:
        return replace(one, terms=tuple(HOSTILE + term for term in one.terms))

    goal = model.problem.goal
    parts = goal.parts if isinstance(goal, syntax.And) else (goal,)
    atoms = [new(one) for one in parts if isinstance(one, syntax.Atom)]
    problem = replace(
        model.problem,
        name=HOSTILE,
        objects=tuple(replace(one, name=HOSTILE + one.name) for one in model.problem.objects),
        init=tuple(map(new, model.problem.init)),
        goal=syntax.And(tuple(atoms)),
    )
    return model.domain, problem, [Atom(one.predicate, one.terms) for one in problem.init]


@pytest.mark.parametrize("family", FAMILIES)
def test_names_can_be_any_text(family: str) -> None:
    domain, problem, state = renamed(family)
    found = painter_for(domain, problem)
    assert found is not None
    text = found.draw([state])
    seen = {value for one in parsed(text).iter() for value in one.attrib.values()}
    assert any('<&">]]>��€中' in value for value in seen)
    assert (parsed(text).findtext("title") or "").startswith('<&">]]>')


# Tireworlds


@pytest.mark.parametrize("name", TIREWORLDS)
def test_the_car_is_where_the_state_says_with_the_tires_it_says(name: str) -> None:
    for picture, facts, _ in histories(name):
        car = only(picture, "car")
        assert [car.attrib["data-car"]] == facts.ones("vehicle-at")
        assert (car.attrib["data-tires"] == "good") == facts.holds("not-flattire")
        assert ("data-board" in car.attrib) == facts.holds("hasspare")
        assert sorted(named(picture, "spare")) == facts.ones("spare-in")


@pytest.mark.parametrize("name", TIREWORLDS)
def test_the_car_stands_on_its_city(name: str) -> None:
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
        way = [cities[0], *(there for here, there in pairwise(cities) if here != there)]
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


@pytest.mark.parametrize(
    "name", [one for one in NAMES if "tireworld" in one] + ["tireworld:cities=60"]
)
def test_no_city_lies_upon_another_nor_upon_a_car_there(name: str) -> None:
    # A car stands on its city, so a city with a car is 30 higher.
    boxes = places(picture := parsed(painter(name).draw([initial(name)])))
    cities = [boxes[city] for city in named(picture, "city").values()]
    for one, two in combinations(cities, 2):
        assert not overlap(one._replace(y=one.y - 30, height=one.height + 30), two)


@pytest.mark.parametrize("name", [one for one in NAMES if "tireworld" in one])
def test_each_road_is_one_line_and_only_those_of_one_way_are_arrows(name: str) -> None:
    roads = {*Facts(initial(name)).pairs("road")}
    drawn = {tuple(key.split()): road for key, road in named(painted(name), "road").items()}
    both = {(there, here) for here, there in drawn if (there, here) in roads}
    assert {*drawn} | both == roads
    assert not {*drawn} & both
    for (here, there), road in drawn.items():
        assert (len(road) == 1) == ((there, here) in roads)


def painted(name: str) -> ET.Element:
    """The initial state of a problem."""
    return parsed(painter(name).draw([initial(name)]))


@pytest.mark.parametrize("problem", ["p1", "p2", "p3", "p5", "p6", "p11", "p15"])
def test_on_maps_with_few_roads_none_runs_through_a_city_of_others(problem: str) -> None:
    picture = painted(f"tireworld:{problem}")
    boxes = places(picture)
    cities = {key: boxes[city] for key, city in named(picture, "city").items()}
    for key, road in named(picture, "road").items():
        start, end = (point.split() for point in road[0].attrib["d"][1:].split("L"))
        line = [(float(x), float(y)) for x, y in (start, end)]
        for city in {*cities} - {*key.split()}:
            x, y, width, height = cities[city]
            assert distance((x + width / 2, y + height / 2), *line) > height / 2 - 2


def distance(at: Spot, one: Spot, two: Spot) -> float:
    """How far a point is from the line between two others."""
    dx, dy = two[0] - one[0], two[1] - one[1]
    along = ((at[0] - one[0]) * dx + (at[1] - one[1]) * dy) / (dx * dx + dy * dy)
    along = min(max(along, 0.0), 1.0)
    return hypot(one[0] + along * dx - at[0], one[1] + along * dy - at[1])


@pytest.mark.parametrize("size", [1, 2, 5])
def test_a_triangle_is_drawn_as_a_triangle(size: int) -> None:
    picture = painted(f"triangle_tireworld:p{size}")
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


def test_places_and_roads_without_spares_look_different() -> None:
    picture = painted("triangle_tireworld:p3")
    spares = {*named(picture, "spare"), "l-1-7"}
    for key, city in named(picture, "city").items():
        assert ("bare" in city[0].attrib["class"]) == (key not in spares)
    for key, road in named(picture, "road").items():
        assert ("bare" in road[0].attrib["class"]) == (key.split()[1] not in spares)
    rules = dict(re.findall(r"\.(road\S*) \{ stroke: var\(--([\w-]+)\)", RULES))
    assert rules["road"] != rules["road.bare"]


def test_names_like_those_of_a_triangle_mean_nothing_where_roads_say_otherwise() -> None:
    model = load("triangle_tireworld:p1")
    far = replace(
        model.problem, init=(*model.problem.init, syntax.Atom("road", ("l-1-1", "l-1-3")))
    )
    found = painter_for(model.domain, far)
    assert found is not None
    boxes = places(picture := parsed(found.draw([[]])))
    cities = named(picture, "city")
    assert len({boxes[cities[f"l-1-{column}"]].y for column in (1, 2, 3)}) > 1


def test_the_state_of_the_car_is_said_in_words() -> None:
    state = initial("triangle_tireworld:p1") - {atom("not-flattire"), atom("vehicle-at l-1-1")}
    state |= {atom("vehicle-at l-1-2"), atom("hasspare")}
    picture = parsed(painter("triangle_tireworld:p1").draw([state]))
    assert "The car is at l-1-2 with a flat tire; a spare is on board." in words_of(picture)


# Blocks


@pytest.mark.parametrize("name", BLOCKS)
def test_a_block_stands_on_what_the_state_says(name: str) -> None:
    for picture, facts, _ in histories(name):
        boxes = places(picture)
        blocks = {key: boxes[one][:] for key, one in frames(picture).items()}
        for upper, lower in facts.pairs("on"):
            assert blocks[upper][0] == blocks[lower][0]
            assert blocks[upper][1] + blocks[upper][3] == pytest.approx(blocks[lower][1])
        table = boxes[only(picture, "table")]
        for block in facts.ones("on-table"):
            assert blocks[block][1] + blocks[block][3] == pytest.approx(table.y)


def frames(picture: ET.Element) -> dict[str, ET.Element]:
    """The rectangles of the blocks."""
    return {key: one[0] for key, one in named(picture, "block").items()}


@pytest.mark.parametrize("name", BLOCKS)
def test_every_block_is_drawn_and_none_upon_another(name: str) -> None:
    names = {one.name for one in load(name).problem.objects}
    for picture, _, _ in histories(name):
        boxes = places(picture)
        found = frames(picture)
        assert {*found} == names
        for one, two in combinations(found.values(), 2):
            assert not overlap(boxes[one], boxes[two])


@pytest.mark.parametrize("name", BLOCKS)
def test_the_hand_holds_what_the_state_says_above_all_towers(name: str) -> None:
    for picture, facts, _ in histories(name, seed=3):
        held = only(picture, "holding").attrib["data-holding"]
        assert [held] == (facts.ones("holding") or [""])
        if held:
            boxes = places(picture)
            blocks = frames(picture)
            below = boxes[blocks[held]].y + boxes[blocks[held]].height
            towers = towers_of(facts, sorted(blocks), "on-table")
            tops = [tower.blocks[-1] for tower in towers if tower.footing is Footing.TABLE]
            assert all(boxes[blocks[top]].y >= below for top in tops)


def test_a_tower_stays_where_its_lowest_block_is() -> None:
    seen: dict[str, float] = {}
    for picture, facts, _ in histories("prob_blocksworld:p6"):
        boxes = places(picture)
        for block in facts.ones("on-table"):
            x = boxes[frames(picture)[block]].x
            assert seen.setdefault(block, x) == x
    assert len({*seen.values()}) == len(seen)


def test_a_block_has_the_same_colour_in_the_state_and_in_the_goal() -> None:
    picture = painted("prob_blocksworld:p6")
    hues = {key: one.attrib["class"] for key, one in frames(picture).items()}
    for names, tower in named(picture, "goal").items():
        goal = [one.attrib["class"] for one in tower if one.tag == "rect"]
        assert goal == [hues[block] for block in names.split()]


def test_the_goal_has_a_tick_for_each_block_that_stands_as_it_shall() -> None:
    painted_by = painter("exploding_blocksworld:p2")  # b3 on b4, b5 on the table
    ticks = [
        painted_by.draw([[atom(fact) for fact in facts]]).count('class="tick"')
        for facts in ([], ["on b3 b4"], ["on-table b5"], ["on b3 b4", "on-table b5"], ["on b4 b3"])
    ]
    assert ticks == [0, 1, 1, 2, 0]


@pytest.mark.parametrize("name", BLOCKS[2:])
def test_what_is_destroyed_or_has_exploded_is_marked(name: str) -> None:
    marked = set()
    for seed in range(3):
        for picture, facts, _ in histories(name, seed):
            for block, one in named(picture, "block").items():
                assert ("data-destroyed" in one.attrib) != facts.holds("no-destroyed", block)
                assert ("data-detonated" in one.attrib) != facts.holds("no-detonated", block)
                shapes = {part.attrib["class"] for part in one}
                assert ("crack" in shapes) == ("data-destroyed" in one.attrib)
                assert ("blast" in shapes) == ("data-detonated" in one.attrib)
                marked |= {key for key in one.attrib if key != "data-block"}
            table = only(picture, "table").attrib["data-table"]
            assert (table == "whole") == facts.holds("no-destroyed-table")
    assert marked == {"data-destroyed", "data-detonated"}


def test_a_ring_of_blocks_hangs_in_the_air() -> None:
    ring = [atom("on b1 b2"), atom("on b2 b3"), atom("on b3 b1"), atom("on-table b4")]
    picture = parsed(painter("prob_blocksworld:p1").draw([ring]))
    boxes = places(picture)
    blocks = frames(picture)
    assert only(picture, "ring").attrib["data-ring"] == "b1 b3 b2"
    assert boxes[blocks["b3"]].y + boxes[blocks["b3"]].height == boxes[blocks["b1"]].y
    low = boxes[blocks["b1"]]
    assert low.y + low.height < boxes[only(picture, "table")].y
    assert "In the air, in a ring: b1, b3, b2." in words_of(picture)


def test_of_two_blocks_on_the_same_one_the_later_hangs_in_the_air() -> None:
    facts = Facts([atom("on b c"), atom("on a c"), atom("on-table c"), atom("on d b")])
    assert towers_of(facts, ["a", "b", "c", "d"], "on-table") == [
        Tower(("b", "d"), Footing.AIR),
        Tower(("c", "a"), Footing.TABLE),
    ]


def test_what_was_moved_leaves_a_trace() -> None:
    before = [atom(f"on-table b{number}") for number in range(1, 6)]
    after = [*before[1:], atom("on b1 b2")]
    picture = parsed(painter("prob_blocksworld:p1").draw([before, after]))
    assert [*named(picture, "trace")] == ["b1"]


# Elevators


@pytest.mark.parametrize("name", ELEVATORS)
def test_each_elevator_is_in_its_shaft_at_its_floor(name: str) -> None:
    for picture, facts, _ in histories(name):
        boxes = places(picture)
        shafts, lifts = named(picture, "shaft"), named(picture, "lift")
        assert [(key, one.attrib["data-floor"]) for key, one in lifts.items()] == facts.pairs("in")
        for lift, one in lifts.items():
            shaft, cabin = boxes[shafts[lift]], boxes[one[0]]
            assert shaft.x <= cabin.x
            assert cabin.x + cabin.width <= shaft.x + shaft.width
        heights = {(int(floor[1:]), boxes[lifts[lift]].y) for lift, floor in facts.pairs("in")}
        assert [y for _, y in sorted(heights)] == sorted((y for _, y in heights), reverse=True)
        assert len({y for _, y in heights}) == len({floor for floor, _ in heights})


@pytest.mark.parametrize("name", ELEVATORS)
def test_the_collector_is_on_foot_or_in_a_cabin(name: str) -> None:
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
        coins = {key: one.attrib["data-at"] for key, one in named(picture, "coin").items()}
        lying = {coin: f"{floor} {position}" for coin, floor, position in facts.triples("coin-at")}
        assert coins == lying | dict.fromkeys(facts.ones("have"), "purse")


def test_a_coin_that_is_collected_lies_nowhere() -> None:
    state = initial("elevators:p1") | {atom("have c1")}
    coins = named(parsed(painter("elevators:p1").draw([state])), "coin")
    assert coins["c1"].attrib["data-at"] == "purse"


@pytest.mark.parametrize("name", ELEVATORS)
def test_coins_cabins_and_the_collector_on_foot_do_not_overlap(name: str) -> None:
    for picture, facts, _ in histories(name):
        boxes = places(picture)
        things = [one[0] for one in named(picture, "lift").values()]
        things += [one[0] for one in named(picture, "coin").values()]
        things += [only(picture, "person")] if facts.pairs("at") else []
        for one, two in combinations(things, 2):
            assert not overlap(boxes[one], boxes[two])


def test_gates_are_where_the_problem_has_them() -> None:
    gates = {" ".join(spot) for spot in Facts(initial("elevators:p11")).pairs("gate")}
    assert {*named(painted("elevators:p11"), "gate")} == gates


def test_floors_and_positions_are_ordered_by_the_facts_not_by_their_names() -> None:
    assert chain(["a", "b", "c", "d"], [("c", "a"), ("a", "d")]) == ["b", "c", "a", "d"]
    assert chain(["a", "b", "c"], [("a", "b"), ("b", "a")]) == ["c", "a", "b"]


# Zenotravel


@pytest.mark.parametrize("name", AIRWAYS)
def test_persons_are_where_the_state_says(name: str) -> None:
    for picture, facts, _ in histories(name):
        found = named(picture, "person")
        planes = named(picture, "aircraft")
        assert {*found} == {one.name for one in load(name).problem.objects if "person" in one.types}
        for who, city in facts.pairs("at-person"):
            assert found[who].attrib["data-at"] == city
        for doing in ("in", "boarding", "debarking"):
            for who, plane in facts.pairs(doing):
                assert found[who].attrib["data-doing"] == doing
                assert found[who] in [*planes[plane].iter()]


@pytest.mark.parametrize("name", AIRWAYS)
def test_aircraft_are_where_the_state_says_with_their_fuel(name: str) -> None:
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
            full = [one for one in planes[plane].iter() if one.attrib.get("class") == "fuel"]
            assert len(full) == int(level[1:])


@pytest.mark.parametrize("name", AIRWAYS)
def test_aircraft_cities_and_persons_do_not_overlap(name: str) -> None:
    for picture, facts, _ in histories(name, seed=2):
        boxes = places(picture)
        things = [*named(picture, "city").values(), *named(picture, "aircraft").values()]
        staying = {who for who, _ in facts.pairs("at-person")}
        things += [one for who, one in named(picture, "person").items() if who in staying]
        for one, two in combinations(things, 2):
            assert not overlap(boxes[one], boxes[two]), (one.attrib, two.attrib)


def test_an_aircraft_under_way_comes_from_where_it_was() -> None:
    states = [
        [atom("at-aircraft a0 c1"), atom("fuel-level a0 f2")],
        [atom("flying a0 c4"), atom("fuel-level a0 f2")],
    ]
    for known, points in ((states, 3), (states[1:], 2)):
        picture = parsed(painter("zenotravel:p1").draw(known))
        line = only(picture, "way")[0].attrib["d"]
        assert len(line.split("L")) == points


def test_flags_say_who_shall_be_where() -> None:
    words = words_of(painted("zenotravel:p3"))
    assert "p0 shall be in c3." in words
    assert "p1 shall be in c1." in words


# Colours


def test_every_colour_is_known_in_both_themes() -> None:
    used = {*re.findall(r"var\((--[\w-]+)\)", RULES)}
    for theme in (LIGHT, DARK):
        assert used <= {*colours(theme)}


def test_paper_and_ink_are_those_of_landmark_drawings() -> None:
    light, dark = DRAWING_STYLE.split("@media")
    for theme, drawing in ((LIGHT, light), (DARK, dark)):
        for name in ("--paper", "--ink", "--soft-ink", "--goal", "--goal-line"):
            assert colours(theme)[name] == colours(drawing)[name]


def colours(theme: str) -> dict[str, str]:
    return dict(re.findall(r"(--[\w-]+): (#\w{6})", theme))


@pytest.mark.parametrize("theme", [LIGHT, DARK])
def test_texts_and_lines_can_be_told_from_what_is_behind_them(theme: str) -> None:
    found = colours(theme)
    for back in ("--paper", "--panel", "--goal", "--place", "--bare"):
        assert contrast(found["--ink"], found[back]) >= 7
    assert contrast(found["--soft-ink"], found["--paper"]) >= 4.5
    for line in ("--goal-line", "--place-line", "--bare-line", "--trail", "--danger", "--person"):
        assert contrast(found[line], found["--paper"]) >= 3
    for hue in (*HUES, found["--coin"]):
        assert contrast("#14181f", hue) >= 7


def contrast(one: str, two: str) -> float:
    """The contrast of two colours, as WCAG defines it."""
    low, high = sorted((luminance(one), luminance(two)))
    return (high + 0.05) / (low + 0.05)


def luminance(colour: str) -> float:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [one / 12.92 if one <= 0.04045 else ((one + 0.055) / 1.055) ** 2.4 for one in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
