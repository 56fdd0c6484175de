"""The sections of a domain."""

from __future__ import annotations

from typing import Any

from lamp.errors import PpddlError, reading
from lamp.ppddl.draft import Draft, SectionReader, read_requirements
from lamp.ppddl.formulas import REWARDS, condition, effect, numeric
from lamp.ppddl.phrases import (
    before_keyword,
    item,
    name,
    signatures,
    typed_names,
    typed_variables,
)
from lamp.ppddl.reader import Group, Node, Word, describe
from lamp.ppddl.syntax import ActionSchema

ACTION_PARTS = (":parameters", ":precondition", ":effect")


def _types(draft: Draft, section: Group) -> None:
    draft.extend("types", typed_names(section.items[1:], "the name of a type"))


def _constants(draft: Draft, section: Group) -> None:
    draft.extend("constants", typed_names(section.items[1:], "the name of a constant"))


def _predicates(draft: Draft, section: Group) -> None:
    draft.extend("predicates", signatures(section.items[1:], "a predicate", section))


def _functions(draft: Draft, section: Group) -> None:
    """Read the functions of rewards and costs; others only beside `total-cost`, as its terms."""
    declared = signatures([_call(node) for node in section.items[1:]], "a function", section)
    names = {function.name for function in (*draft.fields.get("functions", ()), *declared)}
    if not names <= {"reward"} and "total-cost" not in names:
        raise numeric(section)
    draft.extend("functions", declared)


def _call(node: Node) -> Node:
    """Put the parentheses around a bare `reward`."""
    if isinstance(node, Word) and node.text in REWARDS:
        call = Group(node.source, node.offset)
        call.items.append(node)
        return call
    return node


def _action(draft: Draft, section: Group) -> None:
    called = name(item(section, 1), "the name of an action", section)
    parts: dict[str, Any] = {}
    position = 2
    while position < len(section.items):
        keyword = section.items[position]
        if not isinstance(keyword, Word) or keyword.text not in ACTION_PARTS:
            raise PpddlError(
                f"expected {', '.join(ACTION_PARTS)}, found {describe(keyword)} in action {called}",
                place=keyword.place,
            )
        key = keyword.text[1:]
        if key in parts:
            raise PpddlError(f"action {called} has two {keyword.text}", place=keyword.place)
        values = before_keyword(section.items[position + 1 :])
        with reading(f"In the {key} of action {called}"):
            parts[key] = _action_part(draft, keyword, values)
        position += 1 + len(values)
    draft.extend("actions", (ActionSchema(called, **parts, place=section.place),))


def _action_part(draft: Draft, keyword: Word, values: list[Node]) -> object:
    if keyword.text == ":parameters":
        if len(values) == 1 and isinstance(values[0], Group):
            return typed_variables(values[0].items)
        draft.warn(keyword, ":parameters are not a list in parentheses")
        return typed_variables(values)
    if len(values) > 1:
        raise PpddlError(
            f"{keyword.text} is followed by {len(values)} items, where one is expected",
            place=values[1].place,
            remedy="Put (and …) around them",
        )
    if not values:
        draft.warn(keyword, f"{keyword.text} is empty, and read as ()")
    node = values[0] if values else Group(keyword.source, keyword.offset)
    if keyword.text == ":effect":
        return effect(node, draft.notices)
    return condition(node, draft.notices)


DOMAIN_SECTIONS: dict[str, SectionReader] = {
    ":requirements": read_requirements,
    ":types": _types,
    ":constants": _constants,
    ":predicates": _predicates,
    ":functions": _functions,
    ":action": _action,
}
