"""Action literals in PDDLGym's files: an operator is applicable for the literal that it names."""

from __future__ import annotations

import pytest

from lamp.errors import PpddlError, UnsupportedFeature
from lamp.grounding import ground
from lamp.ppddl import Domain, Problem, load, load_texts, parse, parse_file, write_domain
from lamp.task import State, Task
from tests.oracles.naive_semantics import GroundAtom
from tests.oracles.pddlgym import PddlGym
from tests.support.paths import ROOT
from tests.support.sampling import sampled

YARD = [f"examples/pddlgym/{name}.pddl" for name in ("domain", "problem")]
FILES = [YARD, ["tests/data/pddlgym/shelves.pddl"], ["tests/data/pddlgym/lamps.pddl"]]


def raw(files: list[str]) -> tuple[Domain, Problem]:
    """The definitions as they are written."""
    definitions = [definition for file in files for definition in parse_file(ROOT / file)]
    (domain,) = [d for d in definitions if isinstance(d, Domain)]
    (problem,) = [d for d in definitions if isinstance(d, Problem)]
    return domain, problem


def task_of_files(files: list[str]) -> Task:
    model = load(*(ROOT / file for file in files))
    return ground(model.domain, model.problem)


def reachable(task: Task) -> list[State]:
    reached, waiting = {task.initial}, [task.initial]
    while waiting:
        state = waiting.pop()
        for action in task.applicable(state):
            new = set(task.apply(state, action)) - reached
            reached |= new
            waiting += new
    return sorted(reached, key=sorted)


@pytest.mark.parametrize("files", FILES)
def test_applicable_actions_and_their_outcomes_agree_with_pddlgym(
    files: list[str],
) -> None:
    gym, task = PddlGym(*raw(files)), task_of_files(files)
    static = gym.initial() - {(atom.predicate, *atom.arguments) for atom in task.atoms}

    def named(state: State) -> frozenset[GroundAtom]:
        atoms = (task.atoms[fact] for fact in state)
        return static | {(atom.predicate, *atom.arguments) for atom in atoms}

    for state in sampled(reachable(task), 6):
        ours = {
            (action.name, action.arguments, frozenset((named(s), p) for s, p in after))
            for action in task.applicable(state)
            for after in [task.apply(state, action).items()]
        }
        theirs = [gym.step(named(state), literal) for literal in gym.literals]
        # PDDLGym stops where several operators answer to one literal: these files are correct.
        assert all(len(answers) <= 1 for answers in theirs)
        assert ours == set().union(*theirs)


def test_literals_in_the_initial_state_are_ignored() -> None:
    task = task_of_files(["tests/data/pddlgym/shelves.pddl"])
    assert "(take novel high hand)" in map(str, task.applicable(task.initial))


def test_a_parameter_takes_the_type_of_its_action_literal_if_that_is_narrower() -> None:
    task = task_of_files(["tests/data/pddlgym/lamps.pddl"])
    assert {action.arguments for action in task.actions if action.name == "press-other"} == {
        ("desk",),
        ("hall",),
    }


def test_a_notice_lists_the_action_literals() -> None:
    (first, *_) = load(*(ROOT / file for file in YARD)).notices
    assert (first.place.line, first.place.column) == (16, 5)
    assert first.text.startswith("action literals as in PDDLGym: go, grab, drop hold for")


def test_an_action_without_a_literal_is_left_out_with_a_note() -> None:
    model = load(ROOT / "tests/data/pddlgym/lamps.pddl")
    assert "blow-out" not in [action.name for action in model.domain.actions]
    assert any("action blow-out has no action literal" in notice.text for notice in model.notices)


def test_a_loaded_domain_is_written_without_literals() -> None:
    model = load(*(ROOT / file for file in YARD))
    text = write_domain(model.domain)
    assert "(go " not in text
    assert ":actions" not in text


@pytest.mark.parametrize("files", FILES)
def test_a_parsed_domain_is_written_with_its_literals(files: list[str]) -> None:
    domain, _ = raw(files)
    assert domain.action_predicates
    assert parse(write_domain(domain)) == (domain,)


DOMAIN = """(define (domain d) (:predicates (p) (q) (go))
  ; (:actions {names})
  (:action move :precondition {precondition} :effect {effect}))"""
PROBLEM = "(define (problem x) (:domain d) (:goal {goal}))"


def loaded(
    names: str = "go", precondition: str = "(go)", effect: str = "(p)", goal: str = "(p)"
) -> tuple[list[str], int]:
    """The notes on a small problem, and how many predicates it has."""
    domain = DOMAIN.format(names=names, precondition=precondition, effect=effect)
    model = load_texts(domain, PROBLEM.format(goal=goal))
    return [notice.text for notice in model.notices], len(model.domain.predicates)


def test_a_comment_of_action_literals_that_names_no_predicate_is_ignored() -> None:
    notices, predicates = loaded(names="move push")
    assert predicates == 3
    assert not any("PDDLGym" in text for text in notices)


def test_a_name_that_is_no_predicate_is_ignored_with_a_note() -> None:
    notices, predicates = loaded(names="GO push")
    assert predicates == 2
    assert any("no predicate: push" in text for text in notices)


def test_a_precondition_that_is_only_an_action_literal_is_accepted() -> None:
    assert loaded(precondition="(go)")[1] == 2


def test_a_repeated_action_literal_in_a_precondition_is_accepted() -> None:
    assert loaded(precondition="(and (go) (go))")[1] == 2


def test_a_comment_counts_only_for_the_domain_around_it() -> None:
    other = "(define (domain e) (:predicates (go)))"
    definitions = parse(DOMAIN.format(names="go", precondition="(go)", effect="(p)") + other)
    assert [d.action_predicates for d in definitions if isinstance(d, Domain)] == [("go",), ()]


@pytest.mark.parametrize(
    ("sections", "line"),
    [
        ({"precondition": "(not (go))"}, 3),
        ({"precondition": "(or (go) (q))"}, 3),
        ({"precondition": "(and (go) (exists (?x) (go)))"}, 3),
        ({"precondition": "(and (go) (imply (q) (go)))"}, 3),
        ({"precondition": "(go)", "effect": "(not (go))"}, 3),
        ({"precondition": "(go)", "effect": "(when (go) (p))"}, 3),
        ({"precondition": "(go)", "effect": "(forall (?x) (probabilistic 0.5 (go)))"}, 3),
        ({"goal": "(go)"}, 1),
    ],
)
def test_a_literal_that_cannot_be_left_out_is_refused_at_its_place(
    sections: dict[str, str], line: int
) -> None:
    with pytest.raises(UnsupportedFeature, match=r"the action literal \(go …\)") as caught:
        loaded(**sections)
    assert caught.value.place
    assert caught.value.place.line == line


def test_two_literals_in_one_precondition_are_refused() -> None:
    with pytest.raises(UnsupportedFeature, match="move asks for 2 action literals"):
        loaded(names="go q", precondition="(and (go) (q))")


def test_a_literal_is_checked_like_any_atom() -> None:
    with pytest.raises(PpddlError, match="predicate go takes 0 arguments"):
        loaded(precondition="(go go)")
