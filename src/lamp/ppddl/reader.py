"""Text to nested lists of words: the only code that looks at characters.

No recursion: how deep a file nests is its author's choice, how deep we follow is ours.
"""

from __future__ import annotations

import re
from typing import TypeAlias

from lamp.errors import Place, PpddlError, Source

MAX_NESTING = 100
"""Deeper parentheses are refused: no construct needs them, and later passes may recurse."""

TOKENS = re.compile(r"[()]|;[^\n]*|[^\s();]+")


class Word:
    """A word of the file in lower case; PPDDL does not distinguish case."""

    __slots__ = ("offset", "source", "text")

    def __init__(self, source: Source, offset: int, text: str) -> None:
        self.source = source
        self.offset = offset
        self.text = text

    @property
    def place(self) -> Place:
        """Where the word begins."""
        return Place(self.source, self.offset)


class Group:
    """A parenthesised list."""

    __slots__ = ("items", "offset", "source")

    def __init__(self, source: Source, offset: int) -> None:
        self.source = source
        self.offset = offset
        self.items: list[Node] = []

    @property
    def place(self) -> Place:
        """Where the list opens."""
        return Place(self.source, self.offset)

    @property
    def head(self) -> str:
        """The first word, or nothing."""
        return self.items[0].text if self.items and isinstance(self.items[0], Word) else ""


Node: TypeAlias = Word | Group


def read(source: Source) -> list[Group]:
    """Return the top-level lists of a text, or raise at the first misplaced character."""
    top: list[Group] = []
    stack: list[Group] = []
    for match in TOKENS.finditer(source.text):
        text, offset = match.group(), match.start()
        if text == "(":
            group = Group(source, offset)
            (stack[-1].items if stack else top).append(group)
            stack.append(group)
            if len(stack) > MAX_NESTING:
                raise PpddlError(
                    f"parentheses nest deeper than {MAX_NESTING}",
                    place=group.place,
                    remedy="No PPDDL construct needs that; is a ) missing before this place?",
                )
        elif text == ")":
            if not stack:
                raise PpddlError(
                    "this ) closes nothing",
                    place=Place(source, offset),
                    remedy="Remove it, or add the ( it belongs to.",
                )
            stack.pop()
        elif text[0] != ";":
            if not stack:
                raise PpddlError(
                    f"{_quoted(text)} stands outside of (define …)",
                    place=Place(source, offset),
                    remedy="A file is a list of (define (domain …) …) and (define (problem …) …).",
                )
            stack[-1].items.append(Word(source, offset, text.lower()))
    if stack:
        raise _unclosed(stack)
    return top


def describe(node: Node) -> str:
    """Name a node in a message: its word, or the beginning of its list."""
    if isinstance(node, Word):
        return _quoted(node.text)
    if not node.items:
        return "()"
    return f"({_quoted(node.head)} …)" if node.head else "((…) …)"


def _quoted(text: str) -> str:
    shown = text if len(text) <= 40 else text[:40] + "…"
    return "".join(c if c.isprintable() else "�" for c in shown)


def _unclosed(stack: list[Group]) -> PpddlError:
    """Blame the list that swallowed a section, if one did, else the innermost one still open.

    A forgotten parenthesis closes one list later than meant, so what stays open at the end of
    the file is usually the harmless `(define`. But sections such as `(:action` never stand inside
    each other: where one does, the section around it lacks the parenthesis.
    """
    open_list, remedy = stack[-1], "Add the missing ) where this list should end"
    for section in stack[0].items:
        if not isinstance(section, Group):
            continue
        is_definition = section.head == "define"
        swallowed = section if is_definition else _first_section_inside(section)
        if swallowed:
            open_list = stack[0] if is_definition else section
            line = swallowed.place.line
            remedy = f"A ) seems to be missing before {describe(swallowed)} in line {line}"
            break
    return PpddlError(
        f"this ( is never closed: {describe(open_list)}", place=open_list.place, remedy=remedy
    )


def _first_section_inside(section: Group) -> Group | None:
    waiting = section.items[::-1]
    while waiting:
        node = waiting.pop()
        if isinstance(node, Group):
            if node.head.startswith(":") or node.head == "define":
                return node
            waiting.extend(node.items[::-1])
    return None
