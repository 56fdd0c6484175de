"""Random small domains with a problem each, well-formed, built as trees without any text.

`tasks()` is for semantics; `files()` adds the numeric parts that are read but not planned with.
An object declared `either` belongs to each of its types; a variable declared `either` may stand
for an object of any of them, so it is used only where all of its types fit.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import product
from math import prod
from typing import TypeAlias, TypeVar

from hypothesis import strategies as st

from lamp.ppddl import syntax
from lamp.ppddl.syntax import OBJECT, Condition, Domain, Effect, Problem, Signature, Term, Typed

T = TypeVar("T")
Scope: TypeAlias = Mapping[Term, tuple[str, ...]]
"""The terms that may be used at some point, with their types."""

# What is simple or plain stands first in each tuple: hypothesis shrinks towards it.
# Some names are in two pools: an object and a type, say, may be called the same.
TYPES = ("t", "u", "kind-2", "sort_b", "genré")
OBJECTS = ("a", "b", "c", "o_1", "x-y", "t", "café")
PREDICATES = ("p", "q", "r", "on-2", "is_ok", "a", "frappé")
ACTIONS = ("go", "act-2", "do_it", "p", "passé")
VARIABLES = ("?x", "?y", "?z", "?v_1", "?x-2", "?né")
NUMBERS = ("1", "0", "7", "2.5", "100")
PROBABILITIES = tuple(map(Fraction, ("1/2", "1/3", "3/20", "1/4", "2/3", "1", "0")))
REQUIREMENTS = (
    *(":adl", ":probabilistic-effects", ":rewards", ":mdp", ":strips", ":typing", ":equality"),
    *(":negative-preconditions", ":disjunctive-preconditions", ":conditional-effects"),
    *(":existential-preconditions", ":universal-preconditions", ":quantified-preconditions"),
)
ARITIES = (0, 0, 1, 1, 1, 2, 2, 3)
CONDITIONS = (*("atom",) * 5, "equal", "or", "or", "and", "exists", "not", "imply", "forall")
COMPOUNDS = ("all", "all", "all", *("random",) * 4, "each", "each", "when", "when")
EFFECTS = ("add", "delete", "add", "delete", "reward", *COMPOUNDS)
CONDITION_DEPTH, EFFECT_DEPTH, MAX_OUTCOMES = 3, 4, 16


def _pick(draw: st.DrawFn, options: Sequence[T]) -> T:
    """Draw one of the options."""
    return options[draw(st.integers(0, len(options) - 1))]


def _distinct(draw: st.DrawFn, options: Sequence[T], size: int) -> tuple[T, ...]:
    """Draw some of the options in any order, none of them twice."""
    left = list(options)
    return tuple(left.pop(_pick(draw, range(len(left)))) for _ in range(min(size, len(left))))


def _typed(draw: st.DrawFn, names: Sequence[str], types: Sequence[str]) -> tuple[Typed, ...]:
    """Draw one of the types, or `either` of a few, for each name."""
    return tuple(Typed(n, _distinct(draw, types, _pick(draw, (1, 1, 1, 1, 2, 3)))) for n in names)


def _variables(draw: st.DrawFn, sizes: Sequence[int], types: Sequence[str]) -> tuple[Typed, ...]:
    """Draw distinct variables, as many as one of the sizes says."""
    return _typed(draw, _distinct(draw, VARIABLES, _pick(draw, sizes)), types)


def _scope(*lists: Sequence[Typed]) -> dict[Term, tuple[str, ...]]:
    """Return the names of typed lists with their types."""
    return {entry.name: entry.types for entries in lists for entry in entries}


def _root(room: int, degree: int) -> int:
    """Return the largest number up to `room` whose power of that degree is at most `room`."""
    return max(number for number in range(1, room + 1) if number**degree <= room)


@dataclass(frozen=True)
class Author:
    """Draws conditions and effects; `above` has each type's supertypes and the type itself."""

    draw: st.DrawFn
    domain: Domain
    problem: Problem
    above: Mapping[str, frozenset[str]]

    def pick(self, options: Sequence[T]) -> T:
        """Draw one of the options."""
        return _pick(self.draw, options)

    def everything(self) -> Scope:
        """Return all constants and objects."""
        return _scope(self.domain.constants, self.problem.objects)

    def arguments(self, parameters: Sequence[Typed], scope: Scope) -> list[list[Term]]:
        """Return for each parameter the terms that fit it."""

        def fits(term: Term, parameter: Typed) -> bool:
            within = (not self.above[t].isdisjoint(parameter.types) for t in scope[term])
            return all(within) if syntax.is_variable(term) else any(within)

        return [[term for term in scope if fits(term, parameter)] for parameter in parameters]

    def quantified(self, scope: Scope) -> tuple[Typed, ...]:
        """Draw variables of a quantifier, fewer where many terms are in use already."""
        return _variables(self.draw, (1, 1, 2) if len(scope) < 4 else (1,), tuple(self.above))

    def use(self, signatures: Sequence[Signature], scope: Scope) -> tuple[str, ...] | None:
        """Draw the name of a signature and arguments for it; None if nothing fits."""
        uses = [(s.name, self.arguments(s.parameters, scope)) for s in signatures]
        usable = [(name, arguments) for name, arguments in uses if all(arguments)]
        if not usable:
            return None
        name, arguments = self.pick(usable)
        return name, *map(self.pick, arguments)

    def condition(self, scope: Scope, depth: int = CONDITION_DEPTH) -> Condition:
        """Draw a condition, a tree of at most the given depth."""

        def part(*variables: Typed) -> Condition:
            return self.condition({**scope, **_scope(variables)}, depth - 1)

        match self.pick(CONDITIONS) if depth else "atom":
            case "equal" if scope:
                return syntax.Equal(self.pick(tuple(scope)), self.pick(tuple(scope)))
            case "not":
                return syntax.Not(part())
            case "imply":
                return syntax.Imply(part(), part())
            case "and" | "or" as kind:
                parts = tuple(part() for _ in range(self.pick((1, 2, 2, 3, 0))))
                return syntax.And(parts) if kind == "and" else syntax.Or(parts)
            case "exists" | "forall" as kind:
                variables = self.quantified(scope)
                return (syntax.Exists if kind == "exists" else syntax.Forall)(
                    variables, part(*variables)
                )
        use = self.use(self.domain.predicates, scope)
        return syntax.Atom(use[0], use[1:]) if use else syntax.TRUE

    def effect(self, scope: Scope, depth: int, room: int, kinds: Sequence[str] = EFFECTS) -> Effect:
        """Draw an effect, a tree of at most the given depth, with at most `room` outcomes."""
        match self.pick(kinds if depth else EFFECTS[:2]):
            case "all":
                size = self.pick((2, 2, 3, 3, 1, 0))
                parts = (self.effect(scope, depth - 1, _root(room, size)) for _ in range(size))
                return syntax.AllOf(tuple(parts))
            case "each":
                variables = self.quantified(scope)
                share = _root(room, prod(map(len, self.arguments(variables, self.everything()))))
                inner = {**scope, **_scope(variables)}
                return syntax.ForEach(variables, self.effect(inner, depth - 1, share, EFFECTS[2:]))
            case "when":
                return syntax.When(self.condition(scope, 2), self.effect(scope, depth - 1, room))
            case "random" if room > 1:
                return self.random(scope, depth - 1, room)
            case "reward":
                return self.reward(scope)
            case kind:
                atom = self.condition(scope, 0)
                change = syntax.Delete if kind == "delete" else syntax.Add
                return change(atom) if isinstance(atom, syntax.Atom) else syntax.NOTHING

    def random(self, scope: Scope, depth: int, room: int) -> Effect:
        """Draw a probabilistic effect; one of its `room` outcomes is that nothing happens."""
        size = self.pick(range(1, min(3, room - 1) + 1))
        left, branches = Fraction(1), []
        for _ in range(size):
            chance = self.pick([p for p in PROBABILITIES if p <= left])
            left -= chance
            branches.append(syntax.Branch(chance, self.effect(scope, depth, (room - 1) // size)))
        return syntax.Probabilistic(tuple(branches))

    def reward(self, scope: Scope) -> Effect:
        """Draw a change of the reward, or of the total cost if that is declared."""
        number = self.pick(NUMBERS)
        if self.pick((False, True)) and self.domain.functions:
            amount = self.use(self.domain.functions[1:], scope)
            return syntax.RewardChange("increase", "total-cost", amount or number)
        decreases = self.pick((False, True))
        return syntax.RewardChange("decrease" if decreases else "increase", "reward", number)

    def action(self, name: str) -> syntax.ActionSchema:
        """Draw an action schema."""
        parameters = _variables(self.draw, ARITIES[1:], tuple(self.above))
        scope = _scope(parameters, self.domain.constants)
        effect = self.effect(scope, EFFECT_DEPTH, MAX_OUTCOMES, COMPOUNDS)
        return syntax.ActionSchema(name, parameters, self.condition(scope), effect)

    def init(self) -> tuple[syntax.Atom, ...]:
        """Draw initial atoms, often most of those there are."""
        atoms = [
            syntax.Atom(predicate.name, terms)
            for predicate in self.domain.predicates
            for terms in product(*self.arguments(predicate.parameters, self.everything()))
        ]
        return _distinct(self.draw, atoms, min(len(atoms) * self.pick((0, 1, 2, 2, 3)) // 3, 25))

    def definitions(self) -> tuple[Domain, Problem]:
        """Draw actions, initial atoms and goal."""
        actions = map(self.action, _distinct(self.draw, ACTIONS, self.pick((1, 2, 3, 4))))
        problem = replace(self.problem, init=self.init(), goal=self.condition(self.everything()))
        return replace(self.domain, actions=tuple(actions)), problem


def _author(draw: st.DrawFn) -> Author:
    """Draw types, objects and predicates."""
    declared: list[Typed] = []
    above = {OBJECT: frozenset({OBJECT})}
    for name in _distinct(draw, TYPES, _pick(draw, (0, 2, 2, 3, 3, 4))):
        declared += _typed(draw, (name,), tuple(above))
        above[name] = frozenset({name, OBJECT}).union(*(above[t] for t in declared[-1].types))
    types = tuple(above)
    objects = _typed(draw, _distinct(draw, OBJECTS, _pick(draw, (1, 2, 2, 3, 3, 4, 5))), types)
    num_constants = _pick(draw, (0, 1, 1, 2))
    predicates = _distinct(draw, PREDICATES, _pick(draw, range(2, 6)))
    domain = Domain(
        _pick(draw, ("d", "domain_2", "blé-x")),
        _distinct(draw, REQUIREMENTS, _pick(draw, range(5))),
        _distinct(draw, declared, len(declared)),
        objects[:num_constants],
        tuple(Signature(name, _variables(draw, ARITIES, types)) for name in predicates),
    )
    problem = Problem(_pick(draw, ("p_0-1", "d")), domain.name, objects=objects[num_constants:])
    return Author(draw, domain, problem, above)


@st.composite
def tasks(draw: st.DrawFn) -> tuple[Domain, Problem]:
    """Draw a small domain and problem, without numbers other than rewards in effects."""
    return _author(draw).definitions()


@st.composite
def files(draw: st.DrawFn) -> tuple[Domain, Problem]:
    """Draw a small domain and problem that may hold whatever a file can say."""
    author = _author(draw)
    metrics = (syntax.Metric("maximize", ("reward",)), syntax.Metric("minimize", ("total-cost",)))
    price = Signature("f_2", _variables(draw, ARITIES, tuple(author.above)))
    functions = author.pick(((), (), (Signature("total-cost"), price)))
    author = replace(author, domain=replace(author.domain, functions=functions))
    domain, problem = author.definitions()
    uses = [author.use((f,), author.everything()) for f in (*functions, *functions)]
    return domain, replace(
        problem,
        requirements=_distinct(draw, REQUIREMENTS, author.pick((0, 0, 0, 2))),
        values=tuple((use, author.pick(NUMBERS)) for use in dict.fromkeys(uses) if use),
        goal_reward=author.pick((None, None, None, "100")),
        goal_probability=author.pick((None, None, None, "0.9")),
        metric=author.pick((None, None, author.pick(metrics if functions else metrics[:1]))),
    )
