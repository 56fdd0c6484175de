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
from typing import TypeAlias, TypeVar

from hypothesis import strategies as st

from lamp.ppddl import syntax
from lamp.ppddl.syntax import OBJECT, Condition, Domain, Effect, Problem, Signature, Term, Typed

T = TypeVar("T")
Scope: TypeAlias = Mapping[Term, tuple[str, ...]]
"""The terms that may be used at some point, with their types."""

# Names go by position. Some kinds share one: an object and a type, say, may be called the same.
TYPES = ("t", "u_1", "kind-2", "genré")
OBJECTS = ("a", "b_1", "t", "café", "x-2")
PREDICATES = ("p", "q-2", "a", "is_ok", "frappé")
ACTIONS = ("go", "do_it", "p", "passé-2")
VARIABLES = ("?x", "?y", "?v_1", "?né-2")

# Hypothesis shrinks towards what stands first.
REQUIREMENTS = st.sampled_from(
    (
        *(":adl", ":probabilistic-effects", ":rewards", ":mdp", ":strips", ":typing", ":equality"),
        *(":negative-preconditions", ":disjunctive-preconditions", ":conditional-effects"),
        *(":existential-preconditions", ":universal-preconditions", ":quantified-preconditions"),
    )
)
NUMBERS = st.sampled_from(("1", "0", "7", "2.5", "100"))
CHANCES = st.sampled_from([Fraction(p) for p in ("1/2", "1/3", "3/20", "1/4", "2/3", "1", "0")])
CONDITIONS = st.sampled_from(
    (*("atom",) * 5, "equal", "or", "or", "and", "exists", "exists", "not", "imply", "forall")
)
EFFECTS = st.sampled_from(
    ("add", "delete", "all", "all", *("random",) * 4, "each", "each", "when", "when", "reward")
)
CONDITION_DEPTH, EFFECT_DEPTH, MAX_OUTCOMES = 3, 4, 16


def pick(draw: st.DrawFn, options: Sequence[T]) -> T:
    """Draw one of the options; faster than `sampled_from` where these are computed."""
    return options[draw(st.integers(0, len(options) - 1))]


def either(names: Sequence[str]) -> st.SearchStrategy[tuple[str, ...]]:
    """Return a strategy for one type, or now and then two or three, of those named."""
    single = [(name,) for name in names]
    return st.sampled_from([*single * 10, *permutations(names, 2), *combinations(names, 3)])


def scope_of(*lists: Sequence[Typed]) -> dict[Term, tuple[str, ...]]:
    """Return the names of typed lists with their types."""
    return {entry.name: entry.types for entries in lists for entry in entries}


def root(room: int, degree: int) -> int:
    """Return the largest number up to `room` whose power of that degree is at most `room`."""
    return max(number for number in range(1, room + 1) if number**degree <= room)


@dataclass(frozen=True)
class Words:
    """What may be spoken of; `above` has each type's supertypes and the type itself."""

    domain: Domain
    problem: Problem
    above: Mapping[str, frozenset[str]]
    types: st.SearchStrategy[tuple[str, ...]]

    def everything(self) -> Scope:
        """Return all constants and objects."""
        return scope_of(self.domain.constants, self.problem.objects)

    def arguments(self, parameters: Sequence[Typed], scope: Scope) -> list[list[Term]]:
        """Return for each parameter the terms that fit it."""

        def fits(term: Term, parameter: Typed) -> bool:
            within = (not self.above[t].isdisjoint(parameter.types) for t in scope[term])
            return all(within) if syntax.is_variable(term) else any(within)

        return [[term for term in scope if fits(term, parameter)] for parameter in parameters]

    def use(
        self, draw: st.DrawFn, signatures: Sequence[Signature], scope: Scope
    ) -> tuple[str, ...] | None:
        """Draw the name of a signature and arguments for it; None if nothing fits."""
        uses = [(s.name, self.arguments(s.parameters, scope)) for s in signatures]
        usable = [(name, arguments) for name, arguments in uses if all(arguments)]
        if not usable:
            return None
        name, arguments = pick(draw, usable)
        return name, *(pick(draw, terms) for terms in arguments)


def variables(
    draw: st.DrawFn, types: st.SearchStrategy[tuple[str, ...]], least: int, most: int
) -> tuple[Typed, ...]:
    """Draw distinct variables."""
    first = pick(draw, range(len(VARIABLES)))
    drawn = draw(st.lists(types, min_size=least, max_size=most))
    return tuple(map(Typed, (VARIABLES * 2)[first:], drawn))


def bound(draw: st.DrawFn, words: Words, scope: Scope) -> tuple[Typed, ...]:
    """Draw the variables of a quantifier, fewer where many terms are in use already."""
    return variables(draw, words.types, 1, 2 if len(scope) < 4 else 1)


@st.composite
def conditions(
    draw: st.DrawFn, words: Words, scope: Scope, depth: int = CONDITION_DEPTH
) -> Condition:
    """Draw a condition, a tree of at most the given depth."""
    kind = draw(CONDITIONS)
    part = conditions(words, scope, depth - 1)
    match kind if depth else "atom":
        case "equal" if scope:
            return syntax.Equal(pick(draw, tuple(scope)), pick(draw, tuple(scope)))
        case "not":
            return syntax.Not(draw(part))
        case "imply":
            return syntax.Imply(draw(part), draw(part))
        case "and" | "or":
            parts = tuple(draw(st.lists(part, max_size=3)))
            return syntax.And(parts) if kind == "and" else syntax.Or(parts)
        case "exists" | "forall":
            names = bound(draw, words, scope)
            inner = draw(conditions(words, {**scope, **scope_of(names)}, depth - 1))
            return (syntax.Exists if kind == "exists" else syntax.Forall)(names, inner)
    use = words.use(draw, words.domain.predicates, scope)
    return syntax.Atom(use[0], use[1:]) if use else syntax.TRUE


@st.composite
def effects(
    draw: st.DrawFn,
    words: Words,
    scope: Scope,
    depth: int = EFFECT_DEPTH,
    room: int = MAX_OUTCOMES,
) -> Effect:
    """Draw an effect, a tree of at most the given depth, with at most `room` outcomes."""
    kind = draw(EFFECTS)
    match kind if depth or kind == "delete" else "add":
        case "all":
            most = pick(draw, (2, 3))
            part = effects(words, scope, depth - 1, root(room, most))
            return syntax.AllOf(tuple(draw(st.lists(part, max_size=most))))
        case "each":
            names = bound(draw, words, scope)
            share = root(room, prod(map(len, words.arguments(names, words.everything()))))
            inner = effects(words, {**scope, **scope_of(names)}, depth - 1, share)
            return syntax.ForEach(names, draw(inner))
        case "when":
            condition = draw(conditions(words, scope, CONDITION_DEPTH - 1))
            return syntax.When(condition, draw(effects(words, scope, depth - 1, room)))
        case "random" if room > 1:
            most = pick(draw, range(1, min(3, room - 1) + 1))
            part = effects(words, scope, depth - 1, (room - 1) // most)
            return probabilistic(
                draw(st.lists(st.tuples(CHANCES, part), min_size=1, max_size=most))
            )
        case "reward":
            return reward(draw, words, scope)
    atom = draw(conditions(words, scope, 0))
    change = syntax.Delete if kind == "delete" else syntax.Add
    return change(atom) if isinstance(atom, syntax.Atom) else syntax.NOTHING


def probabilistic(chances: Sequence[tuple[Fraction, Effect]]) -> Effect:
    """Return a probabilistic effect; chances beyond a sum of 1 are lowered."""
    left, branches = Fraction(1), []
    for chance, effect in chances:
        branches.append(syntax.Branch(min(chance, left), effect))
        left -= branches[-1].probability
    return syntax.Probabilistic(tuple(branches))


def reward(draw: st.DrawFn, words: Words, scope: Scope) -> Effect:
    """Draw a change of the reward, or of the total cost if that is declared."""
    number = draw(NUMBERS)
    if draw(st.booleans()) and words.domain.functions:
        amount = words.use(draw, words.domain.functions[1:], scope)
        return syntax.RewardChange("increase", "total-cost", amount or number)
    return syntax.RewardChange("decrease" if draw(st.booleans()) else "increase", "reward", number)


@st.composite
def actions(draw: st.DrawFn, words: Words) -> tuple[tuple[Typed, ...], Condition, Effect]:
    """Draw the parameters, the precondition and the effect of an action."""
    parameters = variables(draw, words.types, 0, 3)
    scope = scope_of(parameters, words.domain.constants)
    return parameters, draw(conditions(words, scope)), draw(effects(words, scope))


def declarations(draw: st.DrawFn) -> Words:
    """Draw types, objects and predicates."""
    declared: list[Typed] = []
    above = {OBJECT: frozenset({OBJECT})}
    for name in TYPES[: pick(draw, (0, 2, 2, 3, 3, 4))]:
        declared.append(Typed(name, draw(either(tuple(above)))))
        above[name] = frozenset({name, OBJECT}).union(*(above[t] for t in declared[-1].types))
    types = either(tuple(above))
    objects = tuple(map(Typed, OBJECTS, draw(st.lists(types, min_size=1, max_size=5))))
    num_constants = pick(draw, (0, 1, 1, 2))
    names = PREDICATES[: pick(draw, range(2, 6))]
    domain = Domain(
        pick(draw, ("d", "domain_2", "blé-x")),
        tuple(draw(st.lists(REQUIREMENTS, max_size=4, unique=True))),
        tuple(draw(st.permutations(declared))),
        objects[:num_constants],
        tuple(Signature(name, variables(draw, types, 0, 3)) for name in names),
    )
    problem = Problem(pick(draw, ("p_0-1", "d")), domain.name, objects=objects[num_constants:])
    return Words(domain, problem, above, types)


def definitions(draw: st.DrawFn, words: Words) -> tuple[Domain, Problem]:
    """Draw actions, initial atoms and goal."""
    bodies = draw(st.lists(actions(words), min_size=1, max_size=4))
    schemas = [syntax.ActionSchema(n, *b) for n, b in zip(ACTIONS, bodies, strict=False)]
    atoms = [
        syntax.Atom(predicate.name, terms)
        for predicate in words.domain.predicates
        for terms in product(*words.arguments(predicate.parameters, words.everything()))
    ]
    least = min(len(atoms) * pick(draw, (0, 1, 2, 2)) // 3, 20)
    chosen = st.lists(st.sampled_from(atoms), min_size=least, max_size=25, unique=True)
    problem = replace(
        words.problem,
        init=tuple(draw(chosen)) if atoms else (),
        goal=draw(conditions(words, words.everything())),
    )
    return replace(words.domain, actions=tuple(schemas)), problem


@st.composite
def tasks(draw: st.DrawFn) -> tuple[Domain, Problem]:
    """Draw a small domain and problem, without numbers other than rewards in effects."""
    return definitions(draw, declarations(draw))


@st.composite
def files(draw: st.DrawFn) -> tuple[Domain, Problem]:
    """Draw a small domain and problem that may hold whatever a file can say."""
    words = declarations(draw)
    metrics = (syntax.Metric("maximize", ("reward",)), syntax.Metric("minimize", ("total-cost",)))
    price = Signature("f_2", variables(draw, words.types, 0, 2))
    functions = pick(draw, ((), (), (Signature("total-cost"), price)))
    words = replace(words, domain=replace(words.domain, functions=functions))
    domain, problem = definitions(draw, words)
    uses = [words.use(draw, (f,), words.everything()) for f in (*functions, *functions)]
    return domain, replace(
        problem,
        requirements=tuple(draw(st.lists(REQUIREMENTS, max_size=1))),
        values=tuple((use, draw(NUMBERS)) for use in dict.fromkeys(uses) if use),
        goal_reward=pick(draw, (None, None, None, "100")),
        goal_probability=pick(draw, (None, None, None, "0.9")),
        metric=pick(draw, (None, None, *metrics[: 2 if functions else 1])),
    )
