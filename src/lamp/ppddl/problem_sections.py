"""The sections of a problem."""

from __future__ import annotations

from fractions import Fraction
from typing import Literal, cast

from lamp.errors import PpddlError
from lamp.ppddl.draft import Draft, SectionReader, read_requirements, skip
from lamp.ppddl.expressions import expression, function_term
from lamp.ppddl.formulas import as_group, atom, condition, numeric, unsupported
from lamp.ppddl.phrases import group, is_number, item, name, number, only, typed_names
from lamp.ppddl.reader import Group, Node, Word, describe
from lamp.ppddl.syntax import FunctionTerm, Metric


def _domain_name(draft: Draft, section: Group) -> None:
    draft.set("domain", name(item(section, 1), "the name of the domain", section), section)
    only(section, 2)


def _objects(draft: Draft, section: Group) -> None:
    draft.lists["objects"] += typed_names(section.items[1:], "the name of an object")


def _init(draft: Draft, section: Group) -> None:
    waiting = section.items[:0:-1]
    while waiting:
        fact = as_group(waiting.pop(), draft.notices)
        _refuse_uncertain(fact)
        if fact.head == "and":
            waiting += fact.items[:0:-1]
        elif fact.head == "not":
            only(fact, 2)
            draft.lists["denied"].append(atom(group(item(fact, 1), "an atom", fact)))
        elif fact.head == "=":
            draft.lists["values"] += _value(fact)
        elif fact.items:
            draft.lists["init"].append(atom(fact))


def _refuse_uncertain(fact: Group) -> None:
    remedy = "Start from one known state, or let a first action make the choice"
    if fact.head == "probabilistic":
        raise unsupported("probabilistic initial states", fact, remedy)
    if not any(isinstance(part, Group) for part in fact.items):
        return
    if fact.head in {"oneof", "unknown", "or", "forall", "when"}:
        raise unsupported(f"initial states with {describe(fact)}", fact, remedy)
    if fact.head == "at" and len(fact.items) == 3 and isinstance(fact.items[2], Group):
        raise unsupported("timed initial literals", fact, "Nothing happens by itself in PPDDL")


def _value(fact: Group) -> list[tuple[FunctionTerm, Fraction]]:
    """Return the initial value of a function; nothing for `(= a a)`, which is always true."""
    if len(fact.items) != 3:
        raise PpddlError(
            "(= …) takes 2 arguments", place=fact.place, remedy="Write (= (total-cost) 0)"
        )
    left, right = fact.items[1:]
    if isinstance(left, Group) and isinstance(right, Word):
        return [(function_term(left), number(right, "a number"))]
    if isinstance(left, Word) and isinstance(right, Word):
        if left.text == right.text:
            return []
        if is_number(right):
            called = name(left, "the name of a function", fact)
            return [(FunctionTerm(called, place=left.place), number(right, "a number"))]
        raise PpddlError(
            f"{left.text} and {right.text} are different objects",
            place=fact.place,
            remedy="Each name is an object of its own; use one of the names everywhere",
        )
    raise numeric(describe(fact), fact.place)


def _goal(draft: Draft, section: Group) -> None:
    if len(section.items) > 2:
        raise PpddlError(
            f"the goal is followed by {describe(section.items[2])}",
            place=section.items[2].place,
            remedy="Put (and …) around several conditions",
        )
    node: Node = (
        section.items[1] if len(section.items) == 2 else Group(section.source, section.offset)
    )
    draft.set("goal", condition(node, draft.notices), section)


def _number_section(key: str) -> SectionReader:
    def read_number(draft: Draft, section: Group) -> None:
        value = item(section, 1)
        if value is None or len(section.items) > 2:
            raise PpddlError(
                f"{section.head} takes one number",
                place=section.place,
                remedy=f"Write ({section.head} 100)",
            )
        draft.set(key, expression(value), section)

    return read_number


def _metric(draft: Draft, section: Group) -> None:
    direction = name(item(section, 1), "minimize or maximize", section)
    value = item(section, 2)
    if direction not in {"minimize", "maximize"} or value is None or len(section.items) > 3:
        raise PpddlError(
            "expected (:metric minimize …) or (:metric maximize …)",
            place=section.place,
            remedy="Write (:metric maximize (reward))",
        )
    metric = Metric(
        cast(Literal["minimize", "maximize"], direction), expression(value), place=section.place
    )
    draft.set("metric", metric, section)


PROBLEM_SECTIONS: dict[str, SectionReader] = {
    ":domain": _domain_name,
    ":requirements": read_requirements,
    ":objects": _objects,
    ":init": _init,
    ":goal": _goal,
    ":goal-reward": _number_section("goal_reward"),
    ":goal-probability": _number_section("goal_probability"),
    ":metric": _metric,
    ":length": skip,
}
