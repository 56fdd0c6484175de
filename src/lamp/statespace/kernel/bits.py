"""Rows of words, which are packed states and sets: copied, compared, hashed, and looked up."""

from __future__ import annotations

import numpy as np

from lamp.statespace.kernel.records import ONE, UNKNOWN
from lamp.util.compiling import entry, inlined
from lamp.util.records import Int32s, WordRows, Words

MIX_A = np.uint64(0x9E3779B97F4A7C15)
MIX_B = np.uint64(0xBF58476D1CE4E5B9)
SHIFT_A = np.uint64(30)
SHIFT_B = np.uint64(27)

# A de Bruijn sequence: its product with 1 << n has different upper six bits for each n below 64
# (Leiserson, Prokop and Randall 1998).
DE_BRUIJN = np.uint64(0x03F79D71B4CB0A89)
SHIFT_BRUIJN = np.uint64(58)
BIT_OF = np.zeros(64, dtype=np.int64)
for _bit in range(64):
    BIT_OF[(int(DE_BRUIJN) << _bit) % 2**64 >> 58] = _bit


@inlined
def copy_words(source: Words, target: Words) -> None:
    """Copy words; assigning a row to a row would allocate."""
    for word in range(len(source)):
        target[word] = source[word]


@inlined
def hash_words(words: Words) -> np.uint64:
    """A hash of some words: for each, xor, multiplication and shift (as in splitmix64)."""
    mixed = MIX_A
    for word in words:
        mixed = (mixed ^ word) * MIX_B
        mixed = (mixed ^ mixed >> SHIFT_A) * MIX_A
    return mixed ^ mixed >> SHIFT_B


@inlined
def equal_words(left: Words, right: Words) -> bool:
    """Whether two rows of words are equal."""
    for word in range(len(left)):  # noqa: SIM110 (generators are not compiled)
        if left[word] != right[word]:
            return False
    return True


@inlined
def find_slot(table: Int32s, rows: Words, words: Words) -> int:
    """The slot of a hash table that holds the number of a row, or an empty one for it.

    Open addressing with linear probing; the length of the table is a power of two.
    """
    mask = np.uint64(len(table) - 1)
    slot = hash_words(words) & mask
    while table[slot] != UNKNOWN and not equal_words(rows[table[slot]], words):
        slot = slot + ONE & mask
    return int(slot)


@entry
def rehash(table: Int32s, rows: WordRows, number: int) -> None:
    """Fill an empty hash table with the first rows."""
    for row in range(number):
        table[find_slot(table, rows, rows[row])] = row


@inlined
def intersect(left: Words, right: Words) -> bool:
    """Whether two sets have an element in common."""
    for word in range(len(left)):  # noqa: SIM110 (generators are not compiled)
        if left[word] & right[word]:
            return True
    return False


@inlined
def lowest_bit(word: np.uint64) -> int:
    """The position of the lowest bit that is set."""
    return BIT_OF[(word & (~word + ONE)) * DE_BRUIJN >> SHIFT_BRUIJN]
