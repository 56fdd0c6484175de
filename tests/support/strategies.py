"""Random small domains with a problem each, well-formed, built as trees without any text.

`tasks()` is for semantics; `files()` adds the numeric parts that are read but not planned with.
An object declared `either` belongs to each of its types; a variable declared `either` may stand
for an object of any of them, so it is used only where all of its types fit.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import combinations, permutations, product
from math import prod
from typing import Literal, TypeAlias, TypeVar

from hypothesis import strategies as st

from lamp.ppddl import syntax
from lamp.ppddl.syntax import OBJECT, Condition, Domain, Effect, Problem, Signature, Term, Typed

T = TypeVar("T")
Types: TypeAlias = tuple[str, ...]

# Names go by position. Some kinds share one: an object and a type, say, may be called the same.
TYPES = ("t", "u_1", "kind-2", "genré")
OBJECTS = ("a", "b_1", "t", "café", "x-2")
PREDICATES = ("p", "q-2", "a", "is_ok", "frappé")
ACTIONS = ("go", "do_it", "p", "passé-2")
VARIABLES = ("?x", "?y", "?v_1", "?né-2")
REQUIREMENTS = (
    *(":adl", ":probabilistic-effects", ":rewards", ":mdp", ":typing", ":conditional-effects"),
    *(":negative-preconditions", ":disjunctive-preconditions", ":existential-preconditions"),
)
CONDITION_DEPTH, EFFECT_DEPTH, MAX_OUTCOMES = 3, 4, 16
INDICES = [st.integers(0, last) for last in range(100)]

# Choices; what is repeated is drawn more often, and shrinking goes towards what stands first.
ARITIES = (0, 0, 1, 1, 1, 2, 2, 3)
NUMBERS = tuple(map(Fraction, ("1", "0", "7", "2.5", "100", "2/5")))
OPERATORS = ("+", "*", "-", "/")
REWARD, TOTAL_COST = syntax.FunctionTerm("reward"), syntax.FunctionTerm("total-cost")
TIME, THIRD = syntax.FunctionTerm("total-time"), syntax.Number(Fraction(1, 3))
METRICS = (
    syntax.Metric("minimize", TOTAL_COST),
    syntax.Metric("maximize", REWARD),
    syntax.Metric("minimize", syntax.Arithmetic("-", (REWARD,))),
    syntax.Metric("minimize", syntax.Arithmetic("-", (TOTAL_COST, REWARD))),
    syntax.Metric("minimize", TIME),
    syntax.Metric(
        "minimize",
        syntax.Arithmetic("+", (syntax.Arithmetic("*", (THIRD, TOTAL_COST)), TIME)),
    ),
)
SURCHARGE = syntax.RewardChange("increase", "total-cost", syntax.Number(Fraction(1000)))
CHANCES = st.sampled_from([Fraction(p) for p in ("1/2", "1/3", "3/20", "1/4", "2/3", "1", "0")])
CONDITIONS = (*("atom",) * 5, "equal", "or", "and", "exists", "exists", "not", "imply", "forall")
COMPOUNDS = ("all", "all", "all", *("random",) * 4, "each", "each", "when", "when")
EFFECTS = ("add", "delete", "add", "delete", "reward", *COMPOUNDS)


def pick(draw: st.DrawFn, options: Sequence[T]) -> T:
    """Draw one of at most 100 options, faster than `sampled_from` would."""
    return options[draw(INDICES[len(options) - 1])]


def several(draw: st.DrawFn, part: st.SearchStrategy[T], most: int) -> tuple[T, ...]:
    """Draw some parts, rarely none."""
    return tuple(draw(st.lists(part, min_size=pick(draw, (0, 1, 1, 2, 2, 2)), max_size=most)))


def either(names: Sequence[str]) -> Sequence[Types]:
    """Return choices of one type, or now and then of two or three, among those named."""
    return *[(n,) for n in names] * 2 * len(names), *permutations(names, 2), *combinations(names, 3)


def variables(draw: st.DrawFn, types: Sequence[Types], sizes: Sequence[int]) -> tuple[Typed, ...]:
    """Draw distinct variables, as many as one of the sizes says."""
    first = pick(draw, range(len(VARIABLES)))
    names = (VARIABLES * 2)[first : first + pick(draw, sizes)]
    return tuple(Typed(name, pick(draw, types)) for name in names)


def root(limit: int, degree: int) -> int:
    """Return the largest number up to `limit` whose power of that degree is at most `limit`."""
    return max(number for number in range(1, limit + 1) if number**degree <= limit)


@dataclass(frozen=True)
class Words:
    """What may be spoken of: `scope` has the terms in use, `above` each type and its supertypes."""

    domain: Domain
    problem: Problem
    types: Sequence[Types]
    above: Mapping[str, frozenset[str]]
    scope: Mapping[Term, Types]

    def within(self, *lists: Sequence[Typed]) -> Words:
        """Return the words where more terms are in use."""
        return replace(self, scope={**self.scope, **{e.name: e.types for x in lists for e in x}})

    def outside(self) -> Words:
        """Return the words where just the constants and objects are in use."""
        return replace(self, scope={}).within(self.domain.constants, self.problem.objects)

    def arguments(self, parameters: Sequence[Typed]) -> list[list[Term]]:
        """Return for each parameter the terms that fit it."""

        def fits(term: Term, parameter: Typed) -> bool:
            below = (not self.above[t].isdisjoint(parameter.types) for t in self.scope[term])
            return all(below) if syntax.is_variable(term) else any(below)

        return [[term for term in self.scope if fits(term, p)] for p in parameters]

    def use(self, draw: st.DrawFn, signatures: Sequence[Signature]) -> tuple[str, ...] | None:
        """Draw the name of a signature and arguments for it; None if nothing fits."""
        usable = [(s.name, a) for s in signatures if all(a := self.arguments(s.parameters))]
        if not usable:
            return None
        name, arguments = pick(draw, usable)
        return name, *(pick(draw, terms) for terms in arguments)

    def bound(self, draw: st.DrawFn) -> tuple[Typed, ...]:
        """Draw the variables of a quantifier, fewer where many terms are in use already."""
        return variables(draw, self.types, (1, 1, 2) if len(self.scope) < 4 else (1,))


@st.composite
def conditions(draw: st.DrawFn, words: Words, depth: int = CONDITION_DEPTH) -> Condition:
    """Draw a condition, a tree of at most the given depth."""
    kind = pick(draw, CONDITIONS if depth else CONDITIONS[:1])
    part = conditions(words, depth - 1)
    match kind:
        case "equal" if words.scope:
            return syntax.Equal(pick(draw, tuple(words.scope)), pick(draw, tuple(words.scope)))
        case "not":
            return syntax.Not(draw(part))
        case "imply":
            return syntax.Imply(draw(part), draw(part))
        case "and" | "or":
            return (syntax.And if kind == "and" else syntax.Or)(several(draw, part, 3))
        case "exists" | "forall":
            bound = words.bound(draw)
            inner = draw(conditions(words.within(bound), depth - 1))
            return (syntax.Exists if kind == "exists" else syntax.Forall)(bound, inner)
    use = words.use(draw, words.domain.predicates)
    return syntax.Atom(use[0], use[1:]) if use else syntax.TRUE


@st.composite
def effects(draw: st.DrawFn, words: Words, depth: int, limit: int) -> Effect:
    """Draw an effect, a tree of at most the given depth, with at most `limit` outcomes."""
    kind = pick(draw, COMPOUNDS if depth == EFFECT_DEPTH else EFFECTS if depth else EFFECTS[:2])
    match kind:
        case "all":
            most = pick(draw, (2, 3))
            return syntax.AllOf(several(draw, effects(words, depth - 1, root(limit, most)), most))
        case "each":
            bound = words.bound(draw)
            share = root(limit, prod(map(len, words.outside().arguments(bound))))
            return syntax.ForEach(bound, draw(effects(words.within(bound), depth - 1, share)))
        case "when":
            return syntax.When(draw(conditions(words, 2)), draw(effects(words, depth - 1, limit)))
        case "random" if limit > 1:
            most = pick(draw, range(1, min(3, limit - 1) + 1))
            effect = effects(words, depth - 1, (limit - 1) // most)
            return probabilistic(
                draw(st.lists(st.tuples(CHANCES, effect), min_size=1, max_size=most))
            )
        case "reward":
            return reward(draw, words)
    atom = draw(conditions(words, 0))
    change = syntax.Delete if kind == "delete" else syntax.Add
    return change(atom) if isinstance(atom, syntax.Atom) else syntax.NOTHING


def probabilistic(choices: Sequence[tuple[Fraction, Effect]]) -> Effect:
    """Return a probabilistic effect; chances beyond a sum of 1 are lowered."""
    left, branches = Fraction(1), []
    for chance, effect in choices:
        branches.append(syntax.Branch(min(chance, left), effect))
        left -= branches[-1].probability
    return syntax.Probabilistic(tuple(branches))


def reward(draw: st.DrawFn, words: Words) -> Effect:
    """Draw a change of the reward or of the total cost, mostly one that is a cost."""
    is_cost, is_reward = pick(draw, (True, True, True, True, False)), draw(st.booleans())
    direction: Literal["increase", "decrease"] = "decrease" if is_cost == is_reward else "increase"
    fluent: syntax.Fluent = "reward" if is_reward else "total-cost"
    return syntax.RewardChange(direction, fluent, amount(draw, words))


def amount(draw: st.DrawFn, words: Words, depth: int = 2) -> syntax.Expression:
    """Draw an expression of numbers and of the functions that are no fluents."""
    kind = pick(draw, ("number", "number", "term", "term", *OPERATORS) if depth else ("number",))
    use = words.use(draw, words.domain.functions[1:]) if kind == "term" else None
    if use:
        return syntax.FunctionTerm(use[0], use[1:])
    if kind in ("+", "*"):
        parts = [amount(draw, words, depth - 1) for _ in range(pick(draw, (1, 2, 2, 3)))]
        return syntax.Arithmetic("+" if kind == "+" else "*", tuple(parts))
    number = syntax.Number(pick(draw, NUMBERS))
    if kind == "-":
        return syntax.Arithmetic("-", (syntax.Number(Fraction(100)), number))
    if kind == "/":
        return syntax.Arithmetic("/", (amount(draw, words, 0), syntax.Number(Fraction(4))))
    return number


@st.composite
def actions(draw: st.DrawFn, words: Words) -> syntax.ActionSchema:
    """Draw an action without a name."""
    parameters = variables(draw, words.types, ARITIES[1:])
    inside = words.within(parameters, words.domain.constants)
    condition, effect = conditions(inside), effects(inside, EFFECT_DEPTH, MAX_OUTCOMES)
    return syntax.ActionSchema("", parameters, draw(condition), draw(effect))


def declarations(draw: st.DrawFn) -> Words:
    """Draw types, objects and predicates."""
    declared: list[Typed] = []
    above = {OBJECT: frozenset({OBJECT})}
    for name in TYPES[: pick(draw, (0, 2, 2, 3, 3, 4))]:
        declared.append(Typed(name, pick(draw, either(tuple(above)))))
        above[name] = frozenset({name, OBJECT}).union(*(above[t] for t in declared[-1].types))
    types = either(tuple(above))
    objects = tuple(Typed(n, pick(draw, types)) for n in OBJECTS[: pick(draw, (1, 2, 2, 3, 4, 5))])
    num_constants = pick(draw, (0, 1, 1, 2))
    predicates = PREDICATES[: pick(draw, range(2, 6))]
    domain = Domain(
        pick(draw, ("d", "domain_2", "blé-x")),
        tuple(dict.fromkeys(several(draw, st.sampled_from(REQUIREMENTS), 4))),
        tuple(draw(st.permutations(declared))),
        objects[:num_constants],
        tuple(Signature(name, variables(draw, types, ARITIES)) for name in predicates),
    )
    problem = Problem(pick(draw, ("p_0-1", "d")), domain.name, objects=objects[num_constants:])
    return Words(domain, problem, types, above, {})


def definitions(draw: st.DrawFn, words: Words) -> tuple[Domain, Problem]:
    """Draw actions, initial atoms and goal."""
    nameless = draw(st.lists(actions(words), min_size=pick(draw, (1, 2, 3)), max_size=4))
    named = (replace(action, name=name) for name, action in zip(ACTIONS, nameless, strict=False))
    atoms = [
        syntax.Atom(predicate.name, terms)
        for predicate in words.domain.predicates
        for terms in product(*words.outside().arguments(predicate.parameters))
    ]
    least = min(len(atoms) * pick(draw, (0, 1, 2, 2, 3)) // 3, 20)
    init = st.lists(st.sampled_from(atoms), min_size=least, max_size=25, unique=True)
    goal = conditions(words.outside())
    problem = replace(words.problem, init=tuple(draw(init)) if atoms else (), goal=draw(goal))
    return replace(words.domain, actions=tuple(named)), problem


@st.composite
def tasks(draw: st.DrawFn) -> tuple[Domain, Problem]:
    """Draw a small domain and problem, without numbers other than rewards in effects."""
    return definitions(draw, declarations(draw))


@st.composite
def files(draw: st.DrawFn) -> tuple[Domain, Problem]:
    """Draw a small domain and problem that may hold whatever a file can say."""
    words = declarations(draw)
    price = Signature("f_2", variables(draw, words.types, ARITIES))
    functions = pick(draw, ((), (), (Signature("total-cost"), price)))
    words = replace(words, domain=replace(words.domain, functions=functions))
    domain, problem = definitions(draw, words)
    uses = [words.outside().use(draw, (f,)) for f in (*functions, *functions)]
    terms = [syntax.FunctionTerm(use[0], use[1:]) for use in dict.fromkeys(uses) if use]
    return domain, replace(
        problem,
        requirements=REQUIREMENTS[: pick(draw, (0, 0, 0, 2))],
        values=tuple((term, pick(draw, NUMBERS)) for term in terms),
        goal_reward=pick(draw, (None, None, None, syntax.Number(Fraction(100)))),
        goal_probability=pick(draw, (None, None, None, syntax.Number(Fraction(9, 10)))),
        metric=pick(draw, (None, *METRICS)),
    )


@st.composite
def costly_tasks(draw: st.DrawFn) -> tuple[Domain, Problem]:
    """Draw a small domain and problem with costs, rewards, a metric, and values of a function."""
    words = declarations(draw)
    price = Signature("f_2", variables(draw, words.types, ARITIES))
    functions = (Signature("total-cost"), price)
    words = replace(words, domain=replace(words.domain, functions=functions))
    domain, problem = definitions(draw, words)
    values = tuple(
        (syntax.FunctionTerm("f_2", row), pick(draw, NUMBERS))
        for row in product(*words.outside().arguments(price.parameters))
    )
    actions = tuple(
        replace(action, effect=syntax.AllOf((SURCHARGE, action.effect)))
        if draw(st.booleans())
        else action
        for action in domain.actions
    )
    metric = pick(draw, (None, *METRICS))
    return replace(domain, actions=actions), replace(problem, values=values, metric=metric)
