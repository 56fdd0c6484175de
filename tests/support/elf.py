"""Object files of Linux (ELF, 64 bits, little-endian)."""

from __future__ import annotations

from itertools import takewhile
from struct import iter_unpack, unpack_from

SYMBOLS = 2
"""The type of sections with symbols."""


def undefined_symbols(code: bytes) -> set[str]:
    """The names of what an object file needs from elsewhere."""
    (start,) = unpack_from("<Q", code, 40)
    size, number = unpack_from("<HH", code, 58)
    sections = [unpack_from("<IIQQQQI", code, start + size * index) for index in range(number)]
    undefined = set()
    for _, kind, _, _, offset, length, names in sections:
        if kind == SYMBOLS:
            texts = sections[names][4]
            for name, _, _, section, _, _ in iter_unpack("<IBBHQQ", code[offset : offset + length]):
                if name and not section:
                    undefined.add(_text(code, texts + name))
    return undefined


def _text(code: bytes, start: int) -> str:
    """The text that ends with a zero byte."""
    return bytes(takewhile(bool, code[start:])).decode()
