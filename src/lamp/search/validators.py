"""Validators of settings: the values that a setting may have, as words and as a predicate."""

from __future__ import annotations

import math
from collections.abc import Callable
from enum import StrEnum
from numbers import Integral, Real
from typing import Any, NamedTuple


class Validator(NamedTuple):
    """The values that a setting may have."""

    words: str
    """For error messages."""
    accepts: Callable[[Any], bool]


def number(words: str, accepts: Callable[[float], bool]) -> Validator:
    """A number, not NaN, that fulfils a condition."""
    return Validator(words, lambda value: is_number(value) and accepts(value))


def integer(least: int, greatest: int, words: str) -> Validator:
    """An integer in a closed interval."""
    return Validator(
        f"a whole number from {words}",
        lambda value: is_number(value) and isinstance(value, int) and least <= value <= greatest,
    )


def one_of(choices: type[StrEnum]) -> Validator:
    """A member of an enumeration, or its value."""
    return Validator(", ".join(choices), lambda value: value in list(choices))


FLAG = Validator("true or false", lambda value: isinstance(value, bool))


def is_number(value: object) -> bool:
    """Whether a value is an integer or a float, neither a truth value nor NaN."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return False
    try:
        return not math.isnan(value)
    except OverflowError:  # an integer that is no float
        return False


def python_number(value: Any) -> Any:  # noqa: ANN401 (of any type)
    """The value, where it is a number of NumPy as a number of Python."""
    if isinstance(value, bool | int | float | str):
        return value
    if isinstance(value, Integral):
        return int(value)
    return float(value) if isinstance(value, Real) else value
