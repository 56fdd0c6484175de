"""Records: the same fields for Python and for compiled functions."""

from __future__ import annotations

import pickle

import numpy as np
import pytest

from lamp.util.compiling import entry
from lamp.util.records import Floats, Int32s, Record, Rows, array

ESTIMATE = np.dtype([("value", np.float64), ("visits", np.float64)], align=True)


class Table(Record, constant=True):
    """A constant record."""

    weight: Floats = array(np.float64, "options")
    factor: float


class Node(Record):
    """A record with fields of all kinds."""

    estimates: Rows = array(ESTIMATE, "options")
    pairs: Int32s = array(np.int32, "options", 2)
    table: Table
    total: int
    is_closed: bool


def node_of(options: int) -> Node:
    return Node(
        estimates=np.zeros(options, dtype=ESTIMATE),
        pairs=np.arange(2 * options, dtype=np.int32).reshape(options, 2),
        table=Table(weight=np.linspace(1.0, 2.0, options), factor=0.5),
    )


def visit(node: Node, number: int) -> float:
    """Reads and writes fields of all kinds."""
    greatest = 0.0
    for index in range(number):
        node.estimates[index].value += node.table.factor * node.table.weight[index]
        node.estimates[index].visits += 1.0
        node.pairs[index, 1] -= node.pairs[index, 0]
        node.total += len(node.pairs)
        greatest = max(greatest, node.estimates[index].value)
    node.is_closed = node.total > 5
    return greatest


compiled_visit = entry(visit)


def contents(node: Node) -> list[object]:
    return [node.estimates.tolist(), node.pairs.tolist(), node.total, node.is_closed]


def test_compiled_functions_read_and_write_the_fields_that_python_does() -> None:
    first, second = node_of(4), node_of(4)
    assert [visit(first, number) for number in (1, 3, 4)] == [
        compiled_visit(second, number) for number in (1, 3, 4)
    ]
    assert contents(first) == contents(second)
    assert first.total == 32
    assert first.is_closed


def test_an_array_that_was_replaced_is_the_one_that_compiled_functions_use() -> None:
    node = node_of(2)
    longer = np.zeros(6, dtype=ESTIMATE)
    node.estimates = longer
    node.pairs = np.zeros((6, 2), dtype=np.int32)
    node.table = Table(weight=np.full(6, 8.0), factor=0.5)
    assert compiled_visit(node, 6) == 4.0
    assert longer["value"].tolist() == [4.0] * 6


def test_numbers_are_0_at_first_and_have_the_types_of_python() -> None:
    node = node_of(1)
    assert contents(node)[2:] == [0, False]
    node.total = np.int32(7)  # type: ignore[assignment]
    assert type(node.total) is int
    assert type(node.is_closed) is bool


@pytest.mark.parametrize(
    "pairs",
    [
        np.zeros((3, 2), dtype=np.int64),
        np.zeros((3, 3), dtype=np.int32),
        np.zeros(6, dtype=np.int32),
        np.zeros((2, 3), dtype=np.int32).T,
    ],
    ids=["type", "fixed width", "dimensions", "layout"],
)
def test_an_array_that_compiled_functions_would_misread_is_refused(pairs: Int32s) -> None:
    with pytest.raises(TypeError, match="pairs must be a contiguous array of int32"):
        node_of(3).pairs = pairs


def test_a_record_has_all_its_fields_and_no_others() -> None:
    with pytest.raises(TypeError, match="Node lacks estimates, table"):
        Node(pairs=np.zeros((1, 2), dtype=np.int32))
    with pytest.raises(AttributeError, match="Node has no field 'depth'"):
        node_of(1).depth = 1
    with pytest.raises(TypeError, match="table must be of Table"):
        node_of(1).table = node_of(1)  # type: ignore[assignment]


def test_a_record_cannot_be_pickled_since_it_holds_addresses() -> None:
    with pytest.raises(TypeError, match="addresses"):
        pickle.dumps(node_of(1))
