"""Functions as machine code: their arguments, and their random numbers."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from lamp.util.compiling import entry
from lamp.util.records import Int32s, WordRows
from tests.support.entry_points import only_compiled


def first_bits(rows: WordRows, found: Int32s, limit: int, half: float, strict: bool) -> float:
    """A function with arguments of all kinds that are not records."""
    for row in range(len(rows)):
        found[row] = rows[row, 0] & np.uint64(1)
    return limit + half if strict else 0.0


def test_arguments_come_as_their_annotations_state() -> None:
    function = entry(first_bits)
    found = np.zeros(2, dtype=np.int32)
    rows = np.array([[3], [2]], dtype=np.uint64)
    assert function(rows, found, 2, 0.5, strict := True) == 2.5
    assert function(rows, found, 2, 0.5, not strict) == 0.0
    assert found.tolist() == [1, 0]


@only_compiled
@pytest.mark.parametrize(
    ("place", "argument", "words"),
    [
        (0, np.zeros(2, dtype=np.uint64), "2 dimensions"),
        (0, np.zeros((2, 2), dtype=np.uint64)[:, :1], "contiguous"),
        (1, np.zeros(2, dtype=np.int64), "int32"),
        (1, [0, 0], "contiguous array of int32"),
        (None, 0, "5 arguments are needed, not 6"),
    ],
)
def test_an_argument_of_another_type_is_refused(
    place: int | None, argument: object, words: str
) -> None:
    arguments: list[Any] = [np.zeros((2, 1), dtype=np.uint64), np.zeros(2, dtype=np.int32), 2, 1, 1]
    if place is None:
        arguments.append(argument)
    else:
        arguments[place] = argument
    with pytest.raises(TypeError, match=words):
        entry(first_bits)(*arguments)


@only_compiled
def test_an_entry_must_state_its_types() -> None:
    names: dict[str, Any] = {"__name__": "interactive"}
    exec("def answer(): return 2", names)  # noqa: S102 (as in an interactive session)
    with pytest.raises(TypeError, match="answer must state the types"):
        entry(names["answer"])()


def test_a_function_that_is_in_no_file_is_compiled_and_not_kept() -> None:
    names: dict[str, Any] = {"__name__": "interactive"}
    exec("def answer() -> int: return 2", names)  # noqa: S102 (as in an interactive session)
    assert entry(names["answer"])() == 2


def draw(rng: np.random.Generator) -> float:
    """The sum of two numbers."""
    return rng.random() + rng.random()


def test_compiled_functions_and_python_draw_from_the_same_generator() -> None:
    compiled, python = np.random.default_rng(3), np.random.default_rng(3)
    assert [entry(draw)(compiled), compiled.random()] == [draw(python), python.random()]
