"""A definition that is written as PPDDL is read back unchanged."""

from __future__ import annotations

import pytest
from hypothesis import given, settings

from lamp.benchmarks import NAMES, load
from lamp.ppddl import Domain, Model, Problem, check, parse, parse_file, write_domain, write_problem
from tests.support.paths import DATA
from tests.support.sampling import examples
from tests.support.strategies import files
from tests.support.tasks import shared_model


@settings(max_examples=examples(150))
@given(files())
def test_well_formed_definitions_survive_the_round_trip(pair: tuple[Domain, Problem]) -> None:
    domain, problem = pair
    assert parse(write_domain(domain) + write_problem(problem)) == (domain, problem)


@settings(max_examples=examples(50))
@given(files())
def test_spacing_and_case_do_not_change_what_is_read(pair: tuple[Domain, Problem]) -> None:
    domain, problem = pair
    text = (write_domain(domain) + write_problem(problem)).upper()
    assert parse(text.replace(" ", "\n;x\n\t")) == (domain, problem)


def test_the_file_with_every_construct_survives_the_round_trip() -> None:
    definitions = parse_file(DATA / "everything.ppddl")
    text = "".join(
        write_domain(definition) if isinstance(definition, Domain) else write_problem(definition)
        for definition in definitions
    )
    assert parse(text) == definitions


def assert_survives(model: Model) -> None:
    """A model is read back from its text as it was."""
    text = write_domain(model.domain) + write_problem(model.problem)
    assert parse(text) == (model.domain, model.problem)


@pytest.mark.parametrize("name", NAMES)
def test_bundled_problems_survive_the_round_trip(name: str) -> None:
    model = load(name)
    assert check(model.domain, model.problem) == ()
    assert_survives(model)


@pytest.mark.needs("shared")
@pytest.mark.parametrize("name", NAMES)
def test_the_paper_s_texts_survive_the_round_trip(name: str) -> None:
    model = shared_model(name)
    assert not model.notices
    assert_survives(model)
