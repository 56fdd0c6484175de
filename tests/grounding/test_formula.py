"""The algebra of ground conditions, against truth tables."""

from __future__ import annotations

from itertools import chain, combinations

from hypothesis import given
from hypothesis import strategies as st

from lamp.grounding.formula import conjunction, disjunction, renamed, restrict, size
from lamp.task import ALWAYS, NEVER, Condition, State

FACTS = range(4)
STATES = [
    frozenset(facts)
    for facts in chain.from_iterable(combinations(FACTS, n) for n in range(len(FACTS) + 1))
]
facts = st.frozensets(st.sampled_from(FACTS), max_size=3).map(
    lambda members: tuple(sorted(members))
)
conditions = st.recursive(
    st.builds(Condition, facts, facts),
    lambda options: st.builds(
        Condition,
        facts,
        facts,
        st.lists(st.lists(options, max_size=3).map(tuple), max_size=2).map(tuple),
    ),
    max_leaves=6,
)


def table(condition: Condition) -> list[bool]:
    """Where a condition holds."""
    return [condition.holds(state) for state in STATES]


@given(conditions)
def test_a_conjunction_holds_where_its_parts_hold(condition: Condition) -> None:
    simple = conjunction(condition.true, condition.false, condition.any_of)
    assert table(simple) == table(condition)
    assert size(simple) <= size(condition)


@given(conditions)
def test_simplifying_twice_changes_nothing(condition: Condition) -> None:
    simple = conjunction(condition.true, condition.false, condition.any_of)
    assert conjunction(simple.true, simple.false, simple.any_of) == simple


@given(st.lists(conditions, max_size=4))
def test_a_disjunction_holds_where_one_option_holds(options: list[Condition]) -> None:
    tables = [table(option) for option in options]
    expected = [any(row[i] for row in tables) for i in range(len(STATES))]
    assert table(disjunction(options)) == expected


@given(conditions, st.sampled_from(STATES), st.sampled_from(STATES))
def test_a_restricted_condition_is_equivalent_in_states_that_agree_with_the_known_facts(
    condition: Condition, true: State, false: State
) -> None:
    rest = restrict(condition, true, false - true)
    for state in STATES:
        if true <= state and state.isdisjoint(false - true):
            assert rest.holds(state) == condition.holds(state)


@given(conditions)
def test_a_condition_with_renamed_facts_holds_in_the_renamed_states(condition: Condition) -> None:
    other = renamed(condition, lambda fact: 3 - fact)
    assert [other.holds(frozenset(3 - fact for fact in state)) for state in STATES] == table(
        condition
    )


def test_tautologies_and_contradictions_are_simplified_to_truth_values() -> None:
    p, not_p = Condition((0,)), Condition((), (0,))
    assert conjunction((0,), (0,)) is NEVER
    assert conjunction((), (), [(p,), (not_p,)]) is NEVER
    assert disjunction([p, not_p]) is ALWAYS
    assert disjunction([]) is NEVER
    assert disjunction([NEVER, p]) == p
    assert conjunction((), (), [(p, NEVER)]) == p


def test_a_clause_is_simplified_by_the_literals_beside_it() -> None:
    p, q, r = (Condition((fact,)) for fact in range(3))
    assert conjunction((0,), (), [(p, q)]) == p
    assert conjunction((), (0,), [(p, q)]) == Condition((1,), (0,))
    assert conjunction((), (0,), [(p, q), (Condition((), (1,)), r)]) == Condition((1, 2), (0,))
