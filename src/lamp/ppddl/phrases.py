"""The small phrases of PPDDL: names, typed lists, numbers, signatures."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import takewhile

from lamp.errors import PpddlError
from lamp.ppddl.reader import Group, Node, Word, describe
from lamp.ppddl.syntax import Signature, Term, Typed

NUMBER = re.compile(r"[+-]?(([0-9]+(\.[0-9]*)?|\.[0-9]+)(e[+-]?[0-9]{1,2})?|[0-9]+/[0-9]+)")
MAX_DIGITS = 60
"""Longer numbers are refused: no probability needs them, and exact ones would carry them along."""


def name(node: Node | None, what: str, around: Group) -> str:
    """Return the name that is expected here: of `what`, inside the list `around`."""
    if node is None:
        raise _missing(what, around)
    if not isinstance(node, Word) or node.text[0] in "?:-":
        raise PpddlError(
            f"expected {what}, found {describe(node)}",
            place=node.place,
            remedy="A name is one word",
        )
    return node.text


def only(node: Group, number: int) -> None:
    """Refuse items after the first ones, such as a second name."""
    if len(node.items) > number:
        extra = node.items[number]
        raise PpddlError(
            f"{describe(extra)} is too much in {describe(node)}",
            place=extra.place,
            remedy="A name is one word: join words with - or _",
        )


def _missing(what: str, around: Group) -> PpddlError:
    return PpddlError(
        f"{what} is missing in {describe(around)}",
        place=around.place,
        remedy=f"Add {what} before the )",
    )


def group(node: Node | None, what: str, around: Group) -> Group:
    """Return the list that should stand here."""
    if node is None:
        raise _missing(what, around)
    if not isinstance(node, Group):
        raise PpddlError(
            f"expected {what}, found the word {describe(node)}",
            place=node.place,
            remedy="It stands in parentheses",
        )
    return node


def item(node: Group, position: int) -> Node | None:
    """Return one item of a list, or nothing where the list is shorter."""
    return node.items[position] if position < len(node.items) else None


def term(node: Node) -> Term:
    """Return a variable or the name of an object."""
    if not isinstance(node, Word) or node.text[0] in ":-" or node.text == "?":
        raise PpddlError(
            f"expected a variable or an object, found {describe(node)}",
            place=node.place,
            remedy="Is a ) missing before this place?",
        )
    return node.text


def number(node: Node, what: str) -> Fraction:
    """Return the exact value of a decimal, an integer or a fraction `a/b`."""
    value = _value(node.text) if isinstance(node, Word) else None
    if value is None or max(abs(value.numerator), value.denominator) >= 10**MAX_DIGITS:
        raise PpddlError(
            f"expected {what}, found {describe(node)}",
            place=node.place,
            remedy=f"Write a decimal (0.25), an integer or a fraction (1/4), with at most "
            f"{MAX_DIGITS} digits",
        )
    return value


def _value(text: str) -> Fraction | None:
    """The value of a number; None for other texts, and for very long ones."""
    if len(text) > 2 * MAX_DIGITS + 2 or not NUMBER.fullmatch(text):
        return None
    try:
        return Fraction(text)
    except (ValueError, ZeroDivisionError):
        return None


def is_number(node: Node) -> bool:
    """Whether a node is a number."""
    return isinstance(node, Word) and _value(node.text) is not None


def typed_names(items: Iterable[Node], what: str) -> tuple[Typed, ...]:
    """Return `a b - type c`: names with their types."""
    return _typed(items, what, variables=False)


def typed_variables(items: Iterable[Node], what: str = "a variable") -> tuple[Typed, ...]:
    """Return `?x ?y - type ?z`: variables with their types, no variable twice."""
    variables = _typed(items, what, variables=True)
    seen: set[str] = set()
    for variable in variables:
        if variable.name in seen:
            raise PpddlError(
                f"variable {variable.name} is declared twice in one list",
                place=variable.place,
                remedy="Give each variable its own name.",
            )
        seen.add(variable.name)
    return variables


def _typed(items: Iterable[Node], what: str, *, variables: bool) -> tuple[Typed, ...]:
    typed: list[Typed] = []
    untyped: list[Word] = []
    queue = iter(items)
    for node in queue:
        if isinstance(node, Word) and node.text.startswith("-"):
            types = _types(node, next(queue, None) if node.text == "-" else None)
            typed += [Typed(word.text, types, place=word.place) for word in untyped]
            untyped.clear()
        elif not isinstance(node, Word) or not _is_name(node.text, variables):
            raise PpddlError(
                f"expected {what}, found {describe(node)}",
                place=node.place,
                remedy="Variables begin with ?, without commas"
                if variables
                else "Write NAME … - TYPE, without commas",
            )
        else:
            untyped.append(node)
    return (*typed, *(Typed(word.text, place=word.place) for word in untyped))


def _is_name(text: str, variable: bool) -> bool:
    if any(mark in text for mark in ",–—"):
        return False
    return (text[0] == "?" and len(text) > 1) if variable else text[0] not in "?:"


def _types(dash: Word, node: Node | None) -> tuple[str, ...]:
    """Return the types after a dash; `-block` in one word is a dash too."""
    if dash.text != "-":
        return (_type_name(Word(dash.source, dash.offset + 1, dash.text[1:])),)
    if node is None:
        raise PpddlError(
            "a type is missing after the dash", place=dash.place, remedy="Write - TYPE"
        )
    if isinstance(node, Word):
        return (_type_name(node),)
    if node.head != "either" or len(node.items) < 2:
        raise PpddlError(
            f"expected a type, found {describe(node)}",
            place=node.place,
            remedy="Write - TYPE or - (either TYPE TYPE …)",
        )
    return tuple(dict.fromkeys(_type_name(part) for part in node.items[1:]))


def _type_name(node: Node) -> str:
    if not isinstance(node, Word) or node.text[0] in "?:-":
        raise PpddlError(
            f"expected the name of a type, found {describe(node)}",
            place=node.place,
            remedy="Write - TYPE or - (either TYPE TYPE …)",
        )
    return node.text


def signatures(items: Sequence[Node], what: str, around: Group) -> tuple[Signature, ...]:
    """Return declarations such as `(on ?a ?b - block)`; `- number` between them is skipped."""
    declarations = []
    queue = iter(items)
    for node in queue:
        if isinstance(node, Word) and node.text == "-":
            next(queue, None)
            continue
        declared = group(node, f"the declaration of {what}", around)
        head = name(item(declared, 0), f"the name of {what}", declared)
        # Names of variables have no meaning here: some files write (on ?x ?x).
        parameters = _typed(declared.items[1:], "a variable", variables=True)
        declarations.append(Signature(head, parameters, place=declared.place))
    return tuple(declarations)


def before_keyword(items: Iterable[Node]) -> list[Node]:
    """Return the items up to the next `:keyword`."""
    return list(takewhile(lambda node: not is_keyword(node), items))


def is_keyword(node: Node) -> bool:
    """Whether a node is a word such as `:effect`."""
    return isinstance(node, Word) and node.text.startswith(":")
