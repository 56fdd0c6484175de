"""The sections of a domain."""

from __future__ import annotations

from difflib import get_close_matches
from typing import Any

from lamp.errors import Notice, PpddlError, reading
from lamp.ppddl.draft import Draft, SectionReader, read_requirements
from lamp.ppddl.formulas import FLUENTS, RESERVED, condition, effect, unsupported
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
    draft.lists["types"] += typed_names(section.items[1:], "the name of a type")


def _constants(draft: Draft, section: Group) -> None:
    draft.lists["constants"] += typed_names(section.items[1:], "the name of a constant")


def _predicates(draft: Draft, section: Group) -> None:
    for signature in signatures(section.items[1:], "a predicate", section):
        if signature.name == "=":
            draft.notices.append(Notice(signature.place, "= needs no declaration"))
        elif signature.name in RESERVED:
            raise PpddlError(
                f"{signature.name} is a word of the language",
                place=signature.place,
                remedy="Give the predicate another name",
            )
        else:
            draft.lists["predicates"].append(signature)


def _functions(draft: Draft, section: Group) -> None:
    for signature in signatures(_calls(section), "a function", section):
        if signature.name in FLUENTS and signature.parameters:
            raise PpddlError(
                f"{signature.name} takes no arguments",
                place=signature.place,
                remedy=f"Declare it as ({signature.name})",
            )
        draft.lists["functions"].append(signature)


def _calls(section: Group) -> list[Node]:
    """The declarations of a section, with the parentheses around a bare word such as `reward`."""
    calls: list[Node] = []
    queue = iter(section.items[1:])
    for node in queue:
        if isinstance(node, Group):
            calls.append(node)
        elif node.text != "-":
            calls.append(Group(node.source, node.offset, [node]))
        else:
            _refuse_other_types(next(queue, node))
    return calls


def _refuse_other_types(node: Node) -> None:
    """Raise at the type of functions whose values are not numbers."""
    if not isinstance(node, Word) or node.text != "number":
        raise unsupported(
            f"functions of type {describe(node)}", node, "Functions are numbers: write - number"
        )


def _action(draft: Draft, section: Group) -> None:
    called = name(item(section, 1), "the name of an action", section)
    definitions: dict[str, Any] = {}
    position = 2
    while position < len(section.items):
        keyword = section.items[position]
        if not isinstance(keyword, Word) or keyword.text not in ACTION_PARTS:
            raise _no_part(keyword, called)
        key = keyword.text[1:]
        if key in definitions:
            raise PpddlError(
                f"action {called} has two {keyword.text}",
                place=keyword.place,
                remedy="Join them with (and …)",
            )
        values = before_keyword(section.items[position + 1 :])
        with reading(f"In the {key} of action {called}"):
            definitions[key] = _action_part(draft, keyword, values)
        position += 1 + len(values)
    draft.lists["actions"].append(ActionSchema(called, **definitions, place=section.place))


def _no_part(node: Node, called: str) -> PpddlError:
    text = node.text.lstrip(":") if isinstance(node, Word) else ""
    close = get_close_matches(text, [part[1:] for part in ACTION_PARTS], 1)
    return PpddlError(
        f"expected {', '.join(ACTION_PARTS)}, found {describe(node)} in action {called}",
        place=node.place,
        remedy=f"Did you mean :{close[0]}?" if close else "An action has no other parts",
    )


def _action_part(draft: Draft, keyword: Word, values: list[Node]) -> object:
    if keyword.text == ":parameters":
        if len(values) == 1 and isinstance(values[0], Group):
            return typed_variables(values[0].items)
        draft.warn(keyword, ":parameters are not a list in parentheses")
        return typed_variables(values)
    if len(values) > 1:
        raise _several(keyword, values)
    if not values:
        draft.warn(keyword, f"{keyword.text} is empty, and read as ()")
    node = values[0] if values else Group(keyword.source, keyword.offset)
    if keyword.text == ":effect":
        return effect(node, draft.notices)
    return condition(node, draft.notices)


def _several(keyword: Word, values: list[Node]) -> PpddlError:
    """Return the error for more than one item: an `and`, a colon or a parenthesis is missing."""
    first, second = values[:2]
    remedy = "Put (and …) around them"
    misplaced = second
    for value in values:
        if isinstance(value, Word) and f":{value.text}" in ACTION_PARTS:
            misplaced, remedy = value, f"Did you mean :{value.text}?"
    if isinstance(second, Group) and second.head.startswith(":"):
        remedy = f"Is a ) missing before {describe(second)}?"
    elif misplaced is second and isinstance(first, Word):
        remedy = f"Write ({first.text} …), with the ( first"
    return PpddlError(
        f"{keyword.text} is followed by {len(values)} items, where one is expected",
        place=misplaced.place,
        remedy=remedy,
    )


DOMAIN_SECTIONS: dict[str, SectionReader] = {
    ":requirements": read_requirements,
    ":types": _types,
    ":constants": _constants,
    ":predicates": _predicates,
    ":functions": _functions,
    ":action": _action,
}
