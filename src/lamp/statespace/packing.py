"""Sets as bits, and ragged tables as flat arrays with offsets."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction

import numpy as np

from lamp.task import State
from lamp.util.records import Floats, Int32s, Words

WORD = 64
"""Bits in a word."""


def num_words(bits: int) -> int:
    """The number of words for some bits; at least 1."""
    return max(1, -(-bits // WORD))


def pack(bits: Iterable[int], words: int) -> Words:
    """A set of small integers as bits."""
    packed = [0] * words
    for bit in bits:
        packed[bit // WORD] |= 1 << bit % WORD
    return np.array(packed, dtype=np.uint64)


def pack_rows(rows: Sequence[Iterable[int]], bits: int) -> Words:
    """Several sets of integers below a number, a row for each."""
    words = num_words(bits)
    packed = [pack(row, words) for row in rows]
    return np.array(packed, dtype=np.uint64).reshape(len(rows), words)


def unpack(words: Words) -> State:
    """The set that is packed in some words."""
    return frozenset(
        WORD * position + bit
        for position, word in enumerate(words)
        for bit in range(WORD)
        if int(word) >> bit & 1
    )


def masks_by_word(bits: Iterable[int]) -> dict[int, int]:
    """The words in which some bits are, each with the mask of these bits."""
    masks: dict[int, int] = {}
    for bit in bits:
        masks[bit // WORD] = masks.get(bit // WORD, 0) | 1 << bit % WORD
    return masks


def int32s(values: Iterable[int]) -> Int32s:
    """Integers as an array."""
    return np.array(list(values), dtype=np.int32)


def float64s(values: Iterable[Fraction]) -> Floats:
    """Exact numbers as an array, each rounded once."""
    return np.array([float(value) for value in values], dtype=np.float64)


def indptr(lengths: Iterable[int]) -> Int32s:
    """The offsets of ragged rows with some lengths."""
    return np.concatenate(([0], np.cumsum(list(lengths), dtype=np.int64))).astype(np.int32)


def csr(rows: Sequence[Sequence[int]]) -> tuple[Int32s, Int32s]:
    """Ragged rows of integers as offsets and one flat array."""
    return indptr(map(len, rows)), int32s(value for row in rows for value in row)
