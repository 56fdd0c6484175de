"""Properties of the pictures of all domains."""

from __future__ import annotations

from dataclasses import replace
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lamp.benchmarks import FAMILIES, NAMES
from lamp.drawing import painter_for
from lamp.ppddl import Domain, Problem, syntax
from lamp.task import Atom
from tests.support.pictures import (
    WALKS,
    initial,
    initial_picture,
    model_named,
    named,
    painter,
    parsed,
    places,
    walk,
    words_of,
)
from tests.support.processes import run_python
from tests.support.sampling import examples, is_full


@pytest.mark.sweep(12)
@pytest.mark.parametrize("name", NAMES)
def test_every_problem_of_the_paper_is_drawn_within_its_page(name: str) -> None:
    picture = initial_picture(name)
    left, top, width, height = map(float, picture.attrib["viewBox"].split())
    for element, box in places(picture).items():
        assert box.x >= left, ET.tostring(element)
        assert box.y >= top, ET.tostring(element)
        assert box.x + box.width <= width, ET.tostring(element)
        assert box.y + box.height <= height, ET.tostring(element)


@pytest.mark.parametrize("name", WALKS)
def test_a_picture_has_a_title_and_a_description_of_the_state(name: str) -> None:
    picture = parsed(painter(name).draw(walk(name)))
    assert picture.attrib["role"] == "img"
    assert (picture.findtext("title") or "").startswith(model_named(name).problem.name)
    assert words_of(picture).endswith(".")


@pytest.mark.parametrize("name", WALKS)
def test_a_picture_is_ascii_text_without_element_ids(name: str) -> None:
    text = painter(name).draw(walk(name))
    assert text.isascii()
    assert " id=" not in text
    assert "url(" not in text


@pytest.mark.parametrize("name", WALKS)
def test_a_picture_does_not_depend_on_the_order_of_atoms(name: str) -> None:
    *before, last = walk(name)
    ascending, descending = sorted(last), sorted(last, reverse=True)
    assert painter(name).draw([*before, ascending]) == painter(name).draw([*before, descending])


def test_the_same_state_gives_the_same_bytes_whatever_the_hash_seed() -> None:
    names = WALKS if is_full() else WALKS[::2]  # one of each family
    code = (
        "import sys; from tests.support.pictures import painter, walk\n"
        "print(*(painter(name).draw(walk(name, 20)) for name in sys.argv[1:]))"
    )
    first, second = (
        run_python(code, *names, env={"PYTHONHASHSEED": seed}, check=True).stdout
        for seed in ("1", "2")
    )
    assert first.count("<svg") == len(names)
    assert first == second


@pytest.mark.parametrize("name", WALKS)
def test_static_objects_keep_their_position_in_all_pictures(name: str) -> None:
    first, last = (parsed(painter(name).draw(walk(name)[:end])) for end in (1, 40))
    assert first.attrib["viewBox"] == last.attrib["viewBox"]
    assert corners(first) == corners(last)


def corners(picture: ET.Element) -> dict[tuple[str, str], tuple[float, float]]:
    """Where the things are drawn that never change."""
    boxes = places(picture)
    return {
        (kind, key): boxes[element][:2]
        for kind in ("city", "shaft", "gate", "goal")
        for key, element in named(picture, kind).items()
    }


@settings(max_examples=examples(60))
@given(st.data(), st.sampled_from(WALKS))
def test_any_set_of_atoms_is_drawn_with_each_object_once(data: st.DataObject, name: str) -> None:
    known = sorted({atom for state in walk(name) for atom in state} | initial(name))
    names = sorted({argument for known_atom in known for argument in known_atom.arguments}) or ["x"]
    any_atom = st.builds(
        lambda atom, arguments: Atom(atom.predicate, tuple(arguments)),
        st.sampled_from(known),
        st.lists(st.sampled_from([*names, "unknown"]), max_size=3),
    )
    state = data.draw(st.lists(st.sampled_from(known) | any_atom, max_size=40, unique=True))
    picture = parsed(painter(name).draw([walk(name)[0], state]))
    for kind in ("block", "car", "person", "coin", "lift", "aircraft", "spare"):
        named(picture, kind)


@pytest.mark.parametrize("name", WALKS)
def test_a_picture_without_a_state_has_no_movable_objects(name: str) -> None:
    picture = parsed(painter(name).draw([]))
    assert not named(picture, "car") | named(picture, "person") | named(picture, "coin")


HOSTILE = '<&">]]>\x1b\ud800€中'


def renamed(family: str) -> tuple[Domain, Problem, list[Atom]]:
    """A problem whose objects have hostile names, and its initial state."""
    model = model_named(f"{family}:p1")

    def new(atom: syntax.Atom) -> syntax.Atom:
        return replace(atom, terms=tuple(HOSTILE + term for term in atom.terms))

    goal = model.problem.goal
    conjuncts = goal.operands if isinstance(goal, syntax.And) else (goal,)
    atoms = [new(conjunct) for conjunct in conjuncts if isinstance(conjunct, syntax.Atom)]
    problem = replace(
        model.problem,
        name=HOSTILE,
        objects=tuple(replace(typed, name=HOSTILE + typed.name) for typed in model.problem.objects),
        init=tuple(map(new, model.problem.init)),
        goal=syntax.And(tuple(atoms)),
    )
    return model.domain, problem, [Atom(atom.predicate, atom.terms) for atom in problem.init]


@pytest.mark.parametrize("family", FAMILIES)
def test_names_of_objects_can_be_any_text(family: str) -> None:
    domain, problem, state = renamed(family)
    painter_of_renamed = painter_for(domain, problem)
    assert painter_of_renamed is not None
    text = painter_of_renamed.draw([state])
    seen = {value for element in parsed(text).iter() for value in element.attrib.values()}
    assert any('<&">]]>��€中' in value for value in seen)
    assert (parsed(text).findtext("title") or "").startswith('<&">]]>')
