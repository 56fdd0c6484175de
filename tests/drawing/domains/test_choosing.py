"""Which domains and problems are drawn."""

from __future__ import annotations

from dataclasses import replace

import pytest

from lamp.drawing import painter_for
from lamp.ppddl import syntax
from lamp.task import Atom
from tests.support.pictures import initial, model_named, named, only, painter, parsed
from tests.support.tasks import model_of


def test_a_domain_without_a_picture_has_no_painter() -> None:
    model = model_of("(:predicates (lit ?x) (road ?x))", "(:objects a) (:goal (lit a))")
    assert painter_for(model.domain, model.problem) is None


def test_a_domain_is_recognised_by_its_predicates_not_by_its_name() -> None:
    model = model_of(
        "(:predicates (road ?a ?b) (vehicle-at ?a) (flattire))",
        "(:objects home away unused) (:init (road home away) (vehicle-at home) (flattire))"
        "(:goal (vehicle-at away))",
    )
    painter_of_model = painter_for(model.domain, model.problem)
    assert painter_of_model is not None
    state = [Atom(atom.predicate, atom.terms) for atom in model.problem.init]
    picture = parsed(painter_of_model.draw([state]))
    assert {*named(picture, "city")} == {"home", "away"}
    assert only(picture, "car").attrib["data-tires"] == "flat"
    assert [*named(picture, "goal")] == ["away"]


def test_a_predicate_of_another_arity_is_another_predicate() -> None:
    model = model_of("(:predicates (road ?a ?b ?c) (vehicle-at ?a))", "(:objects a) (:goal (and))")
    assert painter_for(model.domain, model.problem) is None


@pytest.mark.parametrize("name", ["tireworld:p1", "prob_blocksworld:p6", "elevators:p12"])
def test_a_domain_without_types_is_drawn_all_the_same(name: str) -> None:
    model = model_named(name)
    domain = replace(
        model.domain,
        types=(),
        predicates=tuple(
            replace(
                predicate,
                parameters=tuple(
                    syntax.Typed(parameter.name) for parameter in predicate.parameters
                ),
            )
            for predicate in model.domain.predicates
        ),
    )
    objects = tuple(syntax.Typed(typed.name) for typed in model.problem.objects)
    untyped = painter_for(domain, replace(model.problem, objects=objects))
    assert untyped is not None
    assert untyped.draw([initial(name)]) == painter(name).draw([initial(name)])


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
def test_problems_too_large_to_read_are_not_drawn(name: str) -> None:
    model = model_named(name)
    assert painter_for(model.domain, model.problem) is None
