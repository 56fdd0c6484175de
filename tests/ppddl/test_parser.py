"""Each construct of PPDDL, read into the syntax that it stands for."""

from __future__ import annotations

from fractions import Fraction

import pytest

from lamp.errors import PpddlError, UnsupportedFeature
from lamp.ppddl import Domain, Problem, parse, parse_file
from lamp.ppddl import syntax as s
from lamp.ppddl.syntax import Typed
from tests.support.paths import ROOT
from tests.support.tasks import model_of

EVERYTHING = ROOT / "tests" / "data" / "everything.ppddl"


def domain_of(sections: str) -> Domain:
    (domain,) = parse(f"(define (domain d) {sections})")
    assert isinstance(domain, Domain)
    return domain


def problem_of(sections: str) -> Problem:
    (problem,) = parse(f"(define (problem p) (:domain d) {sections})")
    assert isinstance(problem, Problem)
    return problem


def effect_of(text: str) -> s.Effect:
    return domain_of(f"(:action a :effect {text})").actions[0].effect


def condition_of(text: str) -> s.Condition:
    return problem_of(f"(:goal {text})").goal


@pytest.mark.parametrize(
    ("text", "types"),
    [
        ("a b - t", [("a", ("t",)), ("b", ("t",))]),
        ("a b -t c", [("a", ("t",)), ("b", ("t",)), ("c", ("object",))]),
        ("a - (either t u) b", [("a", ("t", "u")), ("b", ("object",))]),
        ("a -(either t u)", [("a", ("t", "u"))]),
        ("- t", []),
    ],
)
def test_a_typed_list_gives_each_name_its_types(
    text: str, types: list[tuple[str, tuple[str, ...]]]
) -> None:
    assert problem_of(f"(:objects {text}) (:goal ())").objects == tuple(
        Typed(name, kinds) for name, kinds in types
    )


@pytest.mark.parametrize(
    ("text", "value"),
    [
        (".15", Fraction(3, 20)),
        ("0.5", Fraction(1, 2)),
        ("1", Fraction(1)),
        ("1.", Fraction(1)),
        ("2/6", Fraction(1, 3)),
        ("0", Fraction(0)),
        ("1e-2", Fraction(1, 100)),
        ("+.5", Fraction(1, 2)),
    ],
)
def test_probabilities_are_exact(text: str, value: Fraction) -> None:
    assert effect_of(f"(probabilistic {text} (p))") == s.Probabilistic(
        (s.Branch(value, s.Add(s.Atom("p"))),)
    )


def test_conditions_of_all_kinds_are_read() -> None:
    p, q = s.Atom("p", ("?x",)), s.Atom("q")
    x = (Typed("?x", ("t",)),)
    assert condition_of("(exists (?x - t) (p ?x))") == s.Exists(x, p)
    assert condition_of("(forall (?x - t) (p ?x))") == s.Forall(x, p)
    assert condition_of("(imply (q) (not (q)))") == s.Imply(q, s.Not(q))
    assert condition_of("(or (q) (= a b))") == s.Or((q, s.Equal("a", "b")))
    assert condition_of("(and)") == condition_of("()") == s.And()


def test_effects_of_all_kinds_are_read() -> None:
    add, delete = s.Add(s.Atom("p")), s.Delete(s.Atom("p"))
    assert effect_of("(and (p) (not (p)))") == s.AllOf((add, delete))
    assert effect_of("(when (p) (not (p)))") == s.When(s.Atom("p"), delete)
    assert effect_of("(forall (?x) (p))") == s.ForEach((Typed("?x"),), add)
    assert effect_of("(decrease reward 1)") == s.RewardChange(
        "decrease", "reward", s.Number(Fraction(1))
    )
    assert effect_of("(increase (total-cost) (f ?x))") == s.RewardChange(
        "increase", "total-cost", s.FunctionTerm("f", ("?x",))
    )


def test_probabilistic_effects_nest_and_stand_anywhere() -> None:
    inner = s.Probabilistic((s.Branch(Fraction(1, 2), s.Add(s.Atom("p"))),))
    text = "(probabilistic 0.5 (p))"
    assert effect_of(f"(when (p) {text})") == s.When(s.Atom("p"), inner)
    assert effect_of(f"(forall (?x) {text})") == s.ForEach((Typed("?x"),), inner)
    assert effect_of(f"(probabilistic 1/3 {text} 1/3 (and {text}))") == s.Probabilistic(
        (s.Branch(Fraction(1, 3), inner), s.Branch(Fraction(1, 3), s.AllOf((inner,))))
    )


def test_oneof_is_uniform_with_a_warning() -> None:
    domain = domain_of("(:action a :effect (oneof (p) (q) (and)))")
    (action,) = domain.actions
    assert isinstance(action.effect, s.Probabilistic)
    assert [branch.probability for branch in action.effect.branches] == [Fraction(1, 3)] * 3
    assert "uniform" in str(domain.notices[0])


@pytest.mark.parametrize(
    ("parameters", "names"),
    [(":parameters", []), (":parameters ?x ?y - t", ["?x", "?y"]), (":parameters ()", [])],
)
def test_parameters_without_parentheses_are_read_with_a_warning(
    parameters: str, names: list[str]
) -> None:
    domain = domain_of(f"(:action a {parameters} :precondition () :effect ())")
    assert [parameter.name for parameter in domain.actions[0].parameters] == names
    assert len(domain.notices) == ("()" not in parameters)


def test_repeated_initial_facts_are_read_once_and_negated_ones_are_dropped() -> None:
    problem = problem_of("(:init (p a) (q) (p a) (not (r))) (:goal ())")
    assert problem.init == (s.Atom("p", ("a",)), s.Atom("q"))


def test_a_bare_word_is_a_predicate_without_arguments_with_a_warning() -> None:
    domain = domain_of("(:action a :precondition (and alive) :effect (not alive))")
    assert domain.actions[0].effect == s.Delete(s.Atom("alive"))
    assert len(domain.notices) == 2


def test_one_file_may_hold_everything_in_any_order() -> None:
    domain, full, empty = parse_file(EVERYTHING)
    assert isinstance(domain, Domain)
    assert [action.name for action in domain.actions][:2] == ["hurry", "drive"]
    assert isinstance(full, Problem)
    assert full.metric == s.Metric("maximize", s.FunctionTerm("reward"))
    assert full.goal_reward == s.Number(Fraction(100))
    assert full.goal_probability == s.Number(Fraction(9, 10))
    assert full.values == (
        (s.FunctionTerm("total-cost"), Fraction(0)),
        (s.FunctionTerm("length", ("depot", "a")), Fraction(7)),
        (s.FunctionTerm("length", ("depot", "b")), Fraction(-2)),
        (s.FunctionTerm("length", ("depot", "depot")), Fraction(0)),
    )
    assert isinstance(empty, Problem)
    assert empty.goal == s.TRUE
    assert empty.init == ()
    assert empty.objects == ()


def test_cost_functions_may_be_declared_in_several_functions_sections() -> None:
    domain = domain_of("(:functions (length ?a ?b)) (:functions (total-cost) - number)")
    assert [function.name for function in domain.functions] == ["length", "total-cost"]


def test_the_problem_s_requirements_count_for_the_domain() -> None:
    domain = "(:predicates (p)) (:action a :precondition (not (p)) :effect (p))"
    assert len(model_of(domain).notices) == 1
    assert not model_of(domain, "(:requirements :negative-preconditions) (:goal ())").notices


@pytest.mark.parametrize(
    ("flags", "number"), [("", 1), (":typing", 0), (":adl", 0), (":strips", 1)]
)
def test_each_undeclared_requirement_is_one_warning(flags: str, number: int) -> None:
    domain = f"(:requirements {flags}) (:types t) (:predicates (p ?x ?y - t))"
    assert len(model_of(domain).notices) == number


def test_notices_of_one_kind_are_summed_up() -> None:
    model = model_of("(:predicates (p))", f"(:init {'p ' * 1000}) (:goal ())")
    (notice,) = model.notices
    assert notice.text == "p without parentheses is read as (p) (and 999 more)"


def test_an_unknown_requirement_is_a_warning_with_a_suggestion() -> None:
    (notice,) = model_of("(:requirements :typng)").notices
    assert notice.text == "unknown requirement :typng; did you mean :typing?"
    (notice,) = model_of("(:requirements :xyz)").notices
    assert notice.text == "unknown requirement :xyz"


def test_oneof_does_not_require_probabilistic_effects() -> None:
    model = model_of("(:predicates (p)) (:action a :effect (oneof (p) (and)))")
    assert [notice.kind for notice in model.notices] == ["oneof"]


def test_increasing_total_cost_requires_action_costs() -> None:
    model = model_of("(:action a :effect (increase (total-cost) 1))")
    assert "requirement :action-costs is used" in model.notices[-1].text


def test_facts_denied_in_init_are_checked_too() -> None:
    with pytest.raises(PpddlError, match="unknown predicate q"):
        model_of("(:predicates (p))", "(:init (not (q))) (:goal ())")
    (notice,) = model_of("(:predicates (p))", "(:init (p) (not (p))) (:goal ())").notices
    assert "true and false" in notice.text


def test_a_type_hierarchy_of_depth_10000_is_read() -> None:
    chain = " ".join(f"t{i + 1} - t{i}" for i in range(10_000))
    model = model_of(
        f"(:requirements :typing) (:types {chain}) (:predicates (p ?x - t1))",
        "(:objects a - t9999) (:init (p a)) (:goal ())",
    )
    assert [notice.text[:12] for notice in model.notices] == ["supertype t0"]


@pytest.mark.parametrize(
    ("sections", "construct"),
    [
        ("(:functions (place-of ?x) - place)", "functions of type place"),
        ("(:action a :effect (increase (fuel) 1))", "numeric fluents"),
        ("(:action a :effect (assign (reward) 1))", "numeric fluents"),
        ("(:action a :precondition (>= (fuel) 1))", "numeric fluents"),
        ("(:action a :precondition (= (fuel) 1))", "numeric fluents"),
        ("(:durative-action a)", "durative actions"),
        ("(:derived (p) (q))", "derived predicates"),
    ],
)
def test_unsupported_constructs_are_reported_with_their_place(
    sections: str, construct: str
) -> None:
    with pytest.raises(UnsupportedFeature, match=construct) as caught:
        parse(f"(define (domain d)\n {sections})")
    assert caught.value.place is not None
    assert caught.value.place.line == 2


@pytest.mark.parametrize(
    ("init", "construct"),
    [
        ("(probabilistic 0.5 (p))", "probabilistic initial states"),
        ("(oneof (p) (q))", "initial states with"),
        ("(at 5 (p))", "timed initial literals"),
        ("(= (f) (g))", "numeric fluents"),
    ],
)
def test_uncertain_and_numeric_initial_states_are_not_supported(init: str, construct: str) -> None:
    with pytest.raises(UnsupportedFeature, match=construct):
        model_of("(:predicates (p) (q))", f"(:init {init}) (:goal ())")
