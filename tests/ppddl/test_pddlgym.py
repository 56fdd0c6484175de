"""PDDLGym's files: an action is a literal, and one operator or none answers to it."""

from __future__ import annotations

import json
from itertools import product

import pytest

from lamp.errors import PpddlError, UnsupportedFeature
from lamp.grounding import ground
from lamp.ppddl import Domain, Problem, load, load_texts, parse, parse_file, write_domain
from lamp.ppddl.syntax import Typed
from lamp.task import State, Task
from tests.oracles.naive_semantics import GroundAtom, NaiveModel
from tests.support.cli import lamp
from tests.support.paths import ROOT

YARD = [f"examples/pddlgym/{name}.pddl" for name in ("domain", "problem")]
FILES = [YARD, ["tests/data/pddlgym/shelves.pddl"], ["tests/data/pddlgym/lamps.pddl"]]


class PddlGym:
    """What PDDLGym does with its files, by its rules: the literal is added, then taken away."""

    def __init__(self, domain: Domain, problem: Problem) -> None:
        self._model = NaiveModel(domain, problem)
        self._names = set(domain.action_predicates)
        things = [one.name for one in (*domain.constants, *problem.objects)]
        self.literals = [
            (signature.name, *arguments)
            for signature in domain.predicates
            if signature.name in self._names
            for arguments in product(things, repeat=len(signature.parameters))
            if all(map(self._fits, arguments, signature.parameters))
        ]

    def _fits(self, thing: str, parameter: Typed) -> bool:
        return thing in self._model._objects(parameter)  # noqa: SLF001

    def initial(self) -> frozenset[GroundAtom]:
        """The initial state, in which no literal is."""
        return frozenset(atom for atom in self._model.initial if atom[0] not in self._names)

    def step(self, state: frozenset[GroundAtom], literal: GroundAtom) -> set[object]:
        """The operators that answer to a literal, each with its distribution."""
        knowledge = state | {literal}
        return {
            (name, arguments, frozenset((after - {literal}, chance) for after, chance in reached))
            for name, arguments in self._model.applicable(knowledge)
            for reached in [self._model.successors(knowledge, name, arguments).items()]
        }


def raw(files: list[str]) -> tuple[Domain, Problem]:
    """The definitions as they are written."""
    found = [one for file in files for one in parse_file(ROOT / file)]
    (domain,) = [one for one in found if isinstance(one, Domain)]
    (problem,) = [one for one in found if isinstance(one, Problem)]
    return domain, problem


def task_of_files(files: list[str]) -> Task:
    model = load(*(ROOT / file for file in files))
    return ground(model.domain, model.problem)


def reachable(task: Task) -> list[State]:
    found, waiting = {task.initial}, [task.initial]
    while waiting:
        state = waiting.pop()
        for action in task.applicable(state):
            new = set(task.apply(state, action)) - found
            found |= new
            waiting += new
    return sorted(found, key=sorted)


@pytest.mark.parametrize("files", FILES)
def test_all_that_literals_can_do_in_pddlgym_can_be_chosen_and_nothing_else(
    files: list[str],
) -> None:
    gym, task = PddlGym(*raw(files)), task_of_files(files)
    static = gym.initial() - {(atom.predicate, *atom.arguments) for atom in task.atoms}

    def named(state: State) -> frozenset[GroundAtom]:
        atoms = (task.atoms[fact] for fact in state)
        return static | {(atom.predicate, *atom.arguments) for atom in atoms}

    for state in reachable(task):
        ours = {
            (action.name, action.arguments, frozenset((named(s), p) for s, p in after))
            for action in task.applicable(state)
            for after in [task.apply(state, action).items()]
        }
        theirs = [gym.step(named(state), literal) for literal in gym.literals]
        # PDDLGym stops where several operators answer to one literal: these files are correct.
        assert all(len(answers) <= 1 for answers in theirs)
        assert ours == set().union(*theirs)


def test_literals_in_the_initial_state_are_not_asked_for() -> None:
    task = task_of_files(["tests/data/pddlgym/shelves.pddl"])
    assert "(take novel high hand)" in map(str, task.applicable(task.initial))


def test_a_parameter_is_no_wider_than_its_literal() -> None:
    task = task_of_files(["tests/data/pddlgym/lamps.pddl"])
    assert {action.arguments for action in task.actions if action.name == "press-other"} == {
        ("desk",),
        ("hall",),
    }


def test_a_note_says_what_was_done() -> None:
    (first, *_) = load(*(ROOT / file for file in YARD)).notices
    assert (first.place.line, first.place.column) == (16, 5)
    assert first.text.startswith("action literals as in PDDLGym: go, grab, drop hold for")


def test_an_action_without_a_literal_is_left_out_with_a_note() -> None:
    model = load(ROOT / "tests/data/pddlgym/lamps.pddl")
    assert "blow-out" not in [action.name for action in model.domain.actions]
    assert any("action blow-out has no action literal" in one.text for one in model.notices)


def test_the_plain_domain_has_no_trace_of_literals() -> None:
    model = load(*(ROOT / file for file in YARD))
    text = write_domain(model.domain)
    assert "(go " not in text
    assert ":actions" not in text


@pytest.mark.parametrize("files", FILES)
def test_domains_with_literals_are_written_as_they_were_read(files: list[str]) -> None:
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
    return [one.text for one in model.notices], len(model.domain.predicates)


def test_a_comment_that_names_no_predicate_is_a_comment() -> None:
    notices, predicates = loaded(names="move push")
    assert predicates == 3
    assert not any("PDDLGym" in text for text in notices)


def test_a_name_that_is_no_predicate_is_ignored_with_a_note() -> None:
    notices, predicates = loaded(names="GO push")
    assert predicates == 2
    assert any("no predicate: push" in text for text in notices)


def test_a_literal_alone_leaves_no_precondition() -> None:
    assert loaded(precondition="(go)")[1] == 2


def test_the_same_literal_twice_is_one() -> None:
    assert loaded(precondition="(and (go) (go))")[1] == 2


def test_only_comments_of_the_domain_itself_count() -> None:
    other = "(define (domain e) (:predicates (go)))"
    found = parse(DOMAIN.format(names="go", precondition="(go)", effect="(p)") + other)
    assert [one.action_predicates for one in found if isinstance(one, Domain)] == [("go",), ()]


@pytest.mark.parametrize(
    ("parts", "line"),
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
    parts: dict[str, str], line: int
) -> None:
    with pytest.raises(UnsupportedFeature, match=r"the action literal \(go …\)") as caught:
        loaded(**parts)
    assert caught.value.place
    assert caught.value.place.line == line


def test_two_literals_in_one_precondition_are_refused() -> None:
    with pytest.raises(UnsupportedFeature, match="move asks for 2 action literals"):
        loaded(names="go q", precondition="(and (go) (q))")


def test_a_literal_is_checked_like_any_atom() -> None:
    with pytest.raises(PpddlError, match="predicate go takes 0 arguments"):
        loaded(precondition="(go go)")


def test_commands_take_the_files_as_they_are() -> None:
    checked = json.loads(lamp("check", *YARD, "--json").stdout)
    assert any("PDDLGym" in warning for warning in checked["warnings"])
    solved = json.loads(lamp("solve", *YARD, "--json", "--seed", "1").stdout)
    assert "(pick-up shed)" in json.dumps(solved)


def test_a_domain_alone_is_checked_with_the_same_note() -> None:
    checked = json.loads(lamp("check", YARD[0], "--json").stdout)
    assert any("PDDLGym" in warning for warning in checked["warnings"])
