"""Rows of words, such as states and sets are: copied, compared, hashed, found."""

from __future__ import annotations

import numpy as np

from lamp.search.kernel.arrays import ONE, UNKNOWN, ZERO, Bits, Ints
from lamp.util.compiling import entry, inlined

MIX_A = np.uint64(0x9E3779B97F4A7C15)
MIX_B = np.uint64(0xBF58476D1CE4E5B9)
SHIFT_A = np.uint64(30)
SHIFT_B = np.uint64(27)

# A bit alone, times this number, has a different number in its upper six bits for each of the 64.
DE_BRUIJN = np.uint64(0x03F79D71B4CB0A89)
SHIFT_BRUIJN = np.uint64(58)
BIT_OF = np.zeros(64, dtype=np.int64)
for _bit in range(64):
    BIT_OF[(int(DE_BRUIJN) << _bit) % 2**64 >> 58] = _bit


@inlined
def wide(number: int) -> int:
    """The number in 64 bits: verbs that take it are compiled once, not for each width."""
    return number + ZERO


@inlined
def copy(source: Bits, target: Bits) -> None:
    """Copy words; assigning a row to a row would allocate."""
    for at in range(len(source)):
        target[at] = source[at]


@inlined
def hash_of(words: Bits) -> np.uint64:
    """A well mixed number for some words."""
    mixed = MIX_A
    for word in words:
        mixed = (mixed ^ word) * MIX_B
        mixed = (mixed ^ mixed >> SHIFT_A) * MIX_A
    return mixed ^ mixed >> SHIFT_B


@inlined
def same(one: Bits, other: Bits) -> bool:
    """Whether two rows of words are equal."""
    for at in range(len(one)):  # noqa: SIM110 (generators are not compiled)
        if one[at] != other[at]:
            return False
    return True


@inlined
def find(table: Ints, rows: Bits, words: Bits) -> int:
    """The place in a table where some words are, or where they belong."""
    mask = np.uint64(len(table) - 1)
    place = hash_of(words) & mask
    while table[place] != UNKNOWN and not same(rows[table[place]], words):
        place = place + ONE & mask
    return int(place)


@entry
def rehash(table: Ints, rows: Bits, number: int) -> None:
    """Fill an empty table with the first rows."""
    for row in range(number):
        table[find(table, rows, rows[row])] = row


@inlined
def meets(one: Bits, other: Bits) -> bool:
    """Whether two sets have something in common."""
    for at in range(len(one)):  # noqa: SIM110 (generators are not compiled)
        if one[at] & other[at]:
            return True
    return False


@inlined
def lowest(word: np.uint64) -> int:
    """The number of the lowest bit that is set."""
    return BIT_OF[(word & (~word + ONE)) * DE_BRUIJN >> SHIFT_BRUIJN]
