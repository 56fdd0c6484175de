"""LM^RHW: each of its rules on a task of a few facts."""

from __future__ import annotations

from lamp.fdr import to_fdr
from lamp.landmarks import LandmarkGraph, lm_rhw
from lamp.task import Task
from tests.support.sampling import is_full
from tests.support.tasks import task_of


def actions(*texts: str) -> str:
    """Actions without parameters, each from `precondition -> effect`."""
    schemas = []
    for number, text in enumerate(texts):
        before, _, after = text.partition("->")
        schemas.append(f"(:action a{number} :precondition (and {before}) :effect (and {after}))")
    return " ".join(schemas)


def letters(*texts: str, initial: str = "(a)", goal: str = "(z)") -> Task:
    """A task whose facts are predicates without arguments."""
    names = " ".join(f"({letter})" for letter in "abcdefghxyz")
    domain = f"(:predicates {names}) {actions(*texts)}"
    return task_of(domain, f"(:init {initial}) (:goal (and {goal}))")


def road(roads: str, goal: str, *, extra: str = "", start: str = "s") -> Task:
    """A task of one car on a map such as `s-a a-b`; roads are one-way."""
    pairs = [pair.split("-") for pair in roads.split()]
    places = " ".join(sorted({city for pair in pairs for city in pair}))
    facts = " ".join(f"(road {source} {target})" for source, target in pairs)
    domain = f"""(:predicates (at ?x) (road ?x ?y) (done) (ready))
      (:action go :parameters (?x ?y) :precondition (and (at ?x) (road ?x ?y))
        :effect (and (at ?y) (not (at ?x)))) {extra}"""
    return task_of(domain, f"(:objects {places}) (:init (at {start}) {facts}) (:goal {goal})")


def predecessors(task: Task) -> dict[str, dict[str, str]]:
    """The landmarks of a task, each with its predecessors and their types, as text."""
    graph = lm_rhw(task)
    names = [_name(graph, position, task) for position in range(len(graph.landmarks))]
    table: dict[str, dict[str, str]] = {name: {} for name in names}
    for ordering in graph.orderings:
        table[names[ordering.after]][names[ordering.before]] = ordering.type.label
    return table


def _name(graph: LandmarkGraph, position: int, task: Task) -> str:
    return " | ".join(sorted(literal.text(task) for literal in graph.landmarks[position].literals))


def test_a_shared_precondition_of_all_first_achievers_is_a_greedy_necessary_predecessor() -> None:
    task = letters("(a) -> (b)", "(a) -> (c)", "(b) (c) -> (z)", "(b) (a) -> (z)")
    assert predecessors(task)["(z)"]["(b)"] == "greedy-necessary"
    assert "(c)" not in predecessors(task)


def test_an_action_that_needs_the_landmark_itself_is_no_first_achiever() -> None:
    task = letters("(a) -> (b)", "(b) -> (z)", "(c) -> (z)", "(z) -> (c)")
    assert "(b)" in predecessors(task)


def test_every_outcome_of_an_action_counts_as_an_action() -> None:
    task = letters("(a) -> (probabilistic 1/10 (b) 9/10 (c))", "(b) -> (z)", "(c) (b) -> (z)")
    assert set(predecessors(task)) == {"(not (b))", "(b)", "(not (z))", "(z)"}


def test_the_negation_of_a_fact_of_a_binary_variable_is_its_greedy_necessary_predecessor() -> None:
    task = letters("(a) -> (z)")
    assert predecessors(task)["(z)"] == {"(not (z))": "greedy-necessary"}


def test_no_predecessors_are_sought_of_a_landmark_that_holds_initially() -> None:
    task = letters("(b) -> (c) (not (b))", "(c) -> (z)", initial="(a) (b) (c)")
    assert "(b)" not in predecessors(task)


def test_a_landmark_unreachable_without_another_is_naturally_ordered_after_it() -> None:
    task = letters("(a) -> (b)", "(b) -> (c)", "(c) -> (d)", "(d) -> (z)")
    assert predecessors(task)["(z)"]["(b)"] == "natural"
    assert predecessors(task)["(d)"]["(b)"] == "natural"


def test_landmarks_achieved_by_the_same_action_are_not_ordered() -> None:
    task = letters("(a) -> (b) (c)", "(b) (c) -> (z)")
    assert "(b)" not in predecessors(task)["(c)"]
    assert "(c)" not in predecessors(task)["(b)"]


def test_a_value_on_every_path_of_a_domain_transition_graph_is_a_landmark() -> None:
    task = road("s-a s-b a-m b-m m-c m-d c-z d-z", "(at z)")
    assert predecessors(task)["(at z)"]["(at m)"] == "natural"
    assert predecessors(task)["(at m)"]["(at s)"] == "natural"


def test_preconditions_of_all_first_achievers_with_the_same_predicate_give_a_disjunction() -> None:
    table = predecessors(road("s-a s-b s-c a-z b-z c-z", "(at z)"))
    assert table["(at z)"]["(at a) | (at b) | (at c)"] == "greedy-necessary"


def test_a_disjunction_has_at_most_four_parts() -> None:
    task = road("s-a s-b s-c s-d s-e a-z b-z c-z d-z e-z", "(at z)")
    assert set(predecessors(task)) == {"(at s)", "(at z)"}


def test_a_disjunction_with_a_literal_that_holds_initially_is_not_a_landmark() -> None:
    assert set(predecessors(road("s-a a-z s-z", "(at z)"))) == {"(at s)", "(at z)"}


def test_a_landmark_inside_a_disjunction_replaces_it() -> None:
    # (done) needs to be at a or at b, by the goals' order found first; (ready) needs to be at b.
    extra = """(:action d :parameters (?x) :precondition (and (at ?x) (good ?x)) :effect (done))
      (:action r :precondition (at b) :effect (ready))"""
    domain = f"""(:constants b) (:predicates (at ?x) (road ?x ?y) (good ?x) (done) (ready))
      (:action go :parameters (?x ?y) :precondition (and (at ?x) (road ?x ?y))
        :effect (and (at ?y) (not (at ?x)))) {extra}"""
    problem = """(:objects s a) (:init (at s) (road s a) (road s b) (road a b) (road b a)
      (good a) (good b)) (:goal (and (done) (ready)))"""
    table = predecessors(task_of(domain, problem))
    assert "(at b)" in table
    assert "(at a) | (at b)" not in table


def test_conditions_shared_by_all_conditional_effects_on_a_landmark_are_landmarks() -> None:
    task = letters("(a) -> (b)", "(a) -> (c)", "(a) -> (when (and (b) (c)) (z)) (d)")
    assert {"(b)", "(c)"} <= set(predecessors(task))


def test_an_action_with_a_conditional_effect_on_a_landmark_may_add_other_facts_before() -> None:
    task = letters("(a) -> (when (b) (z)) (c)", "(c) -> (b)")
    assert predecessors(task)["(z)"]["(b)"] == "greedy-necessary"
    assert predecessors(task)["(b)"]["(c)"] == "greedy-necessary"


def test_a_negative_precondition_is_a_landmark_like_others() -> None:
    task = letters("(a) -> (not (b))", "(not (b)) -> (z)", initial="(a) (b)")
    assert predecessors(task)["(z)"]["(not (b))"] == "greedy-necessary"


def test_a_negative_goal_is_a_landmark() -> None:
    task = letters("(a) -> (b)", "(b) -> (not (a))", goal="(not (a))")
    assert predecessors(task)["(not (a))"]["(b)"] == "greedy-necessary"


def test_a_disjunctive_precondition_stands_for_several_actions() -> None:
    task = letters("(a) -> (b)", "(a) -> (c)", "(b) (or (c) (d)) -> (z)", "(a) -> (d)")
    assert "(b)" in predecessors(task)
    assert "(c)" not in predecessors(task)


def test_a_literal_shared_by_all_disjuncts_of_the_goal_is_a_landmark() -> None:
    steps = ("(a) -> (b)", "(b) -> (c)", "(b) -> (d)", "(a) -> (x)")
    task = letters(*steps, goal="(or (and (c) (x)) (and (d) (x)))")
    assert {"(x)"} <= set(predecessors(task))


def test_a_goal_with_alternatives_of_one_predicate_gives_a_disjunction() -> None:
    table = predecessors(road("s-m m-a m-b", "(or (at a) (at b))"))
    assert table["(at a) | (at b)"] == {"(at m)": "greedy-necessary"}


def test_a_goal_that_holds_already_has_no_landmarks_to_pursue() -> None:
    task = letters("(a) -> (b)", goal="(a)")
    assert lm_rhw(task).nontrivial(task.initial) == 0


def test_a_goal_that_cannot_be_reached_is_the_only_landmark() -> None:
    task = letters("(b) -> (z)")
    assert lm_rhw(task).landmarks == lm_rhw(task).landmarks[-1:]


def test_a_negative_condition_on_a_large_variable_does_not_multiply_the_operators() -> None:
    number = 400 if is_full() else 100
    last = f"p{number - 1}"
    places = " ".join(f"p{i}" for i in range(number))
    roads = " ".join(f"(road p{i} p{i + 1}) (road p{i + 1} p{i})" for i in range(number - 1))
    domain = """(:predicates (at ?c ?x) (road ?x ?y) (car ?c) (honked ?x))
      (:action go :parameters (?c ?x ?y) :precondition (and (car ?c) (at ?c ?x) (road ?x ?y))
        :effect (and (at ?c ?y) (not (at ?c ?x))))
      (:action honk :parameters (?x) :precondition (and (at c1 ?x) (not (at c2 ?x)))
        :effect (honked ?x))"""
    problem = f"""(:objects {places}) (:init (car c1) (car c2) (at c1 p0) (at c2 p0) {roads})
      (:goal (honked {last}))"""
    task = task_of("(:constants c1 c2) " + domain, problem)
    assert len(to_fdr(task).operators) < 6 * number
    landmarks = predecessors(task)
    assert landmarks[f"(honked {last})"][f"(at c1 {last})"] == "greedy-necessary"
    assert landmarks[f"(at c1 {last})"]["(at c1 p0)"] == "natural"
