"""Literals, and conditions in terms of them."""

from __future__ import annotations

import copy
import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lamp.conditions import (
    Literal,
    condition_text,
    conjunct_texts,
    conjunction_of,
    facts_of,
    is_consistent,
    literals,
    literals_of,
)
from lamp.task import ALWAYS, NEVER, Condition
from tests.support.random_tasks import hand_made

LITERALS = st.builds(Literal, st.integers(0, 9), st.booleans())
NESTED = Condition((1,), (2,), ((Condition((3,)), Condition(any_of=((Condition((), (4,)),),))),))


@given(st.integers(0, 99), st.booleans())
def test_a_literal_is_twice_its_fact_and_one_more_if_it_is_negative(
    fact: int, positive: bool
) -> None:
    literal = Literal(fact, positive)
    assert (literal.fact, literal.positive) == (fact, positive)
    assert literal == 2 * fact + (not positive)
    assert literal == Literal.numbered(int(literal))


@given(LITERALS)
def test_exactly_one_of_a_literal_and_its_negation_holds(literal: Literal) -> None:
    assert literal.negation.negation == literal
    for state in (frozenset[int](), frozenset([literal.fact])):
        assert literal.condition.holds(state) != literal.negation.condition.holds(state)


@given(LITERALS)
def test_a_literal_survives_copies_and_pickles(literal: Literal) -> None:
    for same in (copy.deepcopy(literal), pickle.loads(pickle.dumps(literal))):  # noqa: S301
        assert isinstance(same, Literal)
        assert same == literal


@pytest.mark.parametrize("literal", [Literal(3), Literal(3, positive=False)])
def test_a_literal_is_shown_as_it_is_written(literal: Literal) -> None:
    assert eval(repr(literal)) == literal  # noqa: S307


@given(st.frozensets(LITERALS))
def test_a_conjunction_has_the_literals_that_it_is_made_of(conjuncts: frozenset[Literal]) -> None:
    assert set(literals_of(conjunction_of(conjuncts))) == conjuncts


@given(st.frozensets(LITERALS))
def test_literals_are_consistent_where_some_state_satisfies_them_all(
    conjuncts: frozenset[Literal],
) -> None:
    state = frozenset(literal.fact for literal in conjuncts if literal.positive)
    assert is_consistent(conjuncts) == conjunction_of(conjuncts).holds(state)


def test_literals_inside_disjunctions_are_mentioned_but_not_required() -> None:
    assert literals_of(NESTED) == literals([1], [2]) == (Literal(1), Literal(2, positive=False))
    assert facts_of(NESTED) == {1, 2, 3, 4}


def test_conditions_are_written_as_in_ppddl() -> None:
    task = hand_made(goal=ALWAYS)
    first, second, third, fourth = (f"({'pq'[fact % 2]} {fact})" for fact in (1, 2, 3, 4))
    clause = f"(or {third} (or (not {fourth})))"
    assert conjunct_texts(NESTED, task) == [first, f"(not {second})", clause]
    assert condition_text(NESTED, task) == f"(and {first} (not {second}) {clause})"
    assert condition_text(Condition((1,)), task) == first
    assert condition_text(ALWAYS, task) == "(and)"
    assert condition_text(NEVER, task) == "(or)"
