"""The semantics of a ground task, on tasks of two or three facts written by hand."""

from __future__ import annotations

from fractions import Fraction

from lamp.task import ALWAYS, NEVER, Action, Atom, Condition, Effect, Outcome, Task

P, Q, R = 0, 1, 2
HALF = Fraction(1, 2)


def task(*actions: Action, goal: Condition = ALWAYS) -> Task:
    """A task over three facts, of which only p holds."""
    atoms = (Atom("p"), Atom("q", ("a",)), Atom("r", ("a", "b")))
    return Task("hand/made", atoms, actions, frozenset({P}), goal)


def after(state: set[int], *outcomes: Outcome) -> dict[frozenset[int], Fraction]:
    """The distribution after an action with these outcomes."""
    action = Action("act", (), ALWAYS, outcomes)
    return task(action).apply(frozenset(state), action)


def test_atoms_and_actions_are_printed_as_in_ppddl() -> None:
    assert [str(atom) for atom in task().atoms] == ["(p)", "(q a)", "(r a b)"]
    assert str(Action("go", ("a", "b"), ALWAYS, ())) == "(go a b)"


def test_deletes_come_before_adds() -> None:
    assert after({P}, Outcome(Fraction(1), add=(P,), delete=(P, Q))) == {frozenset({P}): 1}


def test_conditions_of_effects_read_the_state_before() -> None:
    chain = (Effect(Condition((P,)), add=(Q,)), Effect(Condition((Q,)), add=(R,)))
    assert after({P}, Outcome(Fraction(1), delete=(P,), conditional=chain)) == {frozenset({Q}): 1}


def test_a_conditional_add_overrides_an_unconditional_delete() -> None:
    outcome = Outcome(Fraction(1), delete=(P,), conditional=(Effect(Condition((Q,)), add=(P,)),))
    assert after({P, Q}, outcome) == {frozenset({P, Q}): 1}
    assert after({P}, outcome) == {frozenset(): 1}


def test_outcomes_that_meet_in_one_state_are_added_up() -> None:
    assert after({P}, Outcome(HALF, add=(P,)), Outcome(HALF)) == {frozenset({P}): 1}
    assert after(set(), Outcome(HALF, add=(P,)), Outcome(HALF)) == {
        frozenset({P}): HALF,
        frozenset(): HALF,
    }


def test_conditions_are_conjunctions_with_disjunctions_in_them() -> None:
    condition = Condition((P,), (Q,), ((Condition((Q,)), Condition((), (R,))),))
    assert condition.holds(frozenset({P}))
    assert not condition.holds(frozenset({P, R}))
    assert not condition.holds(frozenset({P, Q}))
    assert not condition.holds(frozenset())
    assert ALWAYS.holds(frozenset())
    assert not NEVER.holds(frozenset({P, Q, R}))


def test_applicable_actions_come_in_their_order() -> None:
    first, second = (Action(name, (), Condition((P,)), ()) for name in "ab")
    never = Action("c", (), Condition((), (P,)), ())
    assert task(first, never, second).applicable(frozenset({P})) == (first, second)


def test_the_goal_is_a_condition_on_states() -> None:
    assert task(goal=Condition((P,))).is_goal(frozenset({P}))
    assert not task(goal=Condition((), (P,))).is_goal(frozenset({P}))
