"""Numeric expressions: from nested lists to syntax trees, and from these to exact values."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import reduce
from operator import add, mul, sub, truediv
from typing import Literal, cast

from lamp.errors import Place, PpddlError
from lamp.ppddl.phrases import MAX_DIGITS, is_number, item, name, number, term
from lamp.ppddl.reader import Group, Node, describe
from lamp.ppddl.syntax import Arithmetic, Expression, FunctionTerm, Number

OPERATORS = {"+", "-", "*", "/"}
MAX_VALUE = 10**MAX_DIGITS
"""Numerators and denominators of computed values are smaller."""


def expression(node: Node) -> Expression:
    """Return the number, function term or arithmetic of a node."""
    if isinstance(node, Group):
        return _arithmetic(node) if node.head in OPERATORS else function_term(node)
    if node.text[0] in "?:":
        raise PpddlError(
            f"expected a number, found {node.text}",
            place=node.place,
            remedy="A number, (FUNCTION …), or +, -, *, / of these stands here",
        )
    if is_number(node) or node.text[0] in "+-.0123456789":
        return Number(number(node, "a number"), place=node.place)
    return FunctionTerm(node.text, place=node.place)


def function_term(form: Group) -> FunctionTerm:
    """Return `(function term …)`."""
    called = name(item(form, 0), "the name of a function", form)
    return FunctionTerm(called, tuple(term(part) for part in form.items[1:]), place=form.place)


def _arithmetic(form: Group) -> Arithmetic:
    operands = tuple(expression(part) for part in form.items[1:])
    least, most = {"+": (1, None), "*": (1, None), "-": (1, 2), "/": (2, 2)}[form.head]
    if len(operands) < least or (most and len(operands) > most):
        raise PpddlError(
            f"{describe(form)} has {len(operands)} operands",
            place=form.place,
            remedy="Write (+ A B …), (* A B …), (- A B), (- A) or (/ A B)",
        )
    operator = cast(Literal["+", "-", "*", "/"], form.head)
    return Arithmetic(operator, operands, place=form.place)


def value_of(tree: Expression, look_up: Callable[[FunctionTerm], Fraction]) -> Fraction:
    """The exact value of an expression, where `look_up` knows those of function terms."""
    match tree:
        case Number(value):
            return value
        case FunctionTerm():
            return look_up(tree)
        case Arithmetic(operator, operands):
            return computed(operator, [value_of(part, look_up) for part in operands], tree.place)


def computed(operator: str, values: Sequence[Fraction], place: Place) -> Fraction:
    """The value of an operator for some values; `place` is that of their expression."""
    if operator == "-" and len(values) == 1:
        return -values[0]
    if operator == "/" and not values[1]:
        raise PpddlError("a division by 0", place=place, remedy="Divide by another number")
    operation = {"+": add, "-": sub, "*": mul, "/": truediv}[operator]

    def step(left: Fraction, right: Fraction) -> Fraction:
        result = cast(Fraction, operation(left, right))
        if max(abs(result.numerator), result.denominator) >= MAX_VALUE:
            raise PpddlError(
                f"a number with more than {MAX_DIGITS} digits",
                place=place,
                remedy="Round the numbers of this expression, or choose another unit",
            )
        return result

    return reduce(step, values)
