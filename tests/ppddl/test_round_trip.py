"""What is written as PPDDL is read as the same thing."""

from __future__ import annotations

import pytest
from hypothesis import given, settings

from lamp.ppddl import Domain, Problem, parse, parse_file, write_domain, write_problem
from tests.support.legacy import BENCHMARKS, benchmark, needs_shared
from tests.support.paths import ROOT
from tests.support.strategies import files


@settings(max_examples=150, deadline=None)
@given(files())
def test_well_formed_definitions_survive_the_round_trip(pair: tuple[Domain, Problem]) -> None:
    domain, problem = pair
    assert parse(write_domain(domain) + write_problem(problem)) == (domain, problem)


@settings(max_examples=50, deadline=None)
@given(files())
def test_spacing_and_case_do_not_change_what_is_read(pair: tuple[Domain, Problem]) -> None:
    domain, problem = pair
    text = (write_domain(domain) + write_problem(problem)).upper()
    assert parse(text.replace(" ", "\n;x\n\t")) == (domain, problem)


def test_the_file_with_every_construct_survives_the_round_trip() -> None:
    definitions = parse_file(ROOT / "tests" / "data" / "everything.ppddl")
    text = "".join(
        write_domain(one) if isinstance(one, Domain) else write_problem(one) for one in definitions
    )
    assert parse(text) == definitions


@needs_shared
@pytest.mark.parametrize(("family", "problem"), BENCHMARKS)
def test_the_paper_s_problems_survive_the_round_trip(family: str, problem: str) -> None:
    model = benchmark(family, problem)
    assert not model.notices
    text = write_domain(model.domain) + write_problem(model.problem)
    assert parse(text) == (model.domain, model.problem)
