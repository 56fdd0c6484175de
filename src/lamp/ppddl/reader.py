"""Text to nested lists of words: the only code that reads characters.

It does not recurse, so that a deeply nested file cannot exhaust the stack.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TypeAlias

from lamp.errors import Place, PpddlError, Source

MAX_NESTING = 100
"""Deeper parentheses are refused, so that later passes may recurse."""

OF_LISTS = (":action", ":init", ":goal", ":predicates")
"""Sections in which no word stands alone, but for keywords and names."""

HOLD_LISTS = {
    *("and", "or", "not", "imply", "exists", "forall", "when", "probabilistic", "oneof"),
    *("define", "increase", "decrease", "assign", "=", "preference", "+", "-", "*", "/"),
}
"""Words that begin lists of lists; in all other lists a list means that a ) is missing."""

TOKENS = re.compile(r"[()]|;[^\n]*|[^\s();\ufeff]+")


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

    def __init__(self, source: Source, offset: int, items: list[Node] | None = None) -> None:
        self.source = source
        self.offset = offset
        self.items: list[Node] = items or []

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
    """Return the `(define …)` lists of a text, or raise at the first misplaced character."""
    top: list[Group] = []
    stack: list[Group] = []
    end = Place(source)
    for match in TOKENS.finditer(source.text):
        text, offset = match.group(), match.start()
        if text == "(":
            group = Group(source, offset)
            (stack[-1].items if stack else top).append(group)
            stack.append(group)
            if len(stack) > MAX_NESTING:
                raise _too_deep(group)
        elif text == ")":
            if not stack:
                raise _extra(Place(source, offset), top)
            if len(stack) == 1:
                _refuse_unless_definition(top, end)
                end = Place(source, offset)
            stack.pop()
        elif text[0] != ";":
            word = Word(source, offset, text.lower())
            if not stack:
                raise _outside(word, top, end)
            stack[-1].items.append(word)
    if stack:
        raise _unclosed(stack)
    return top


def describe(node: Node) -> str:
    """Name a node in a message: its word, or the beginning of its list."""
    if isinstance(node, Word):
        return node.text
    if not node.items:
        return "()"
    return f"({node.head} …)" if node.head else "((…) …)"


def item_place(place: Place, position: int) -> Place:
    """The place of an item of the list that opens at a place; item 0 is its head."""
    depth = 0
    for match in TOKENS.finditer(place.source.text, place.offset + 1):
        text = match.group()
        if depth == 0 and text[0] not in ";)":
            if position == 0:
                return Place(place.source, match.start())
            position -= 1
        depth += (text == "(") - (text == ")")
        if depth < 0:
            break
    return place


def word_place(place: Place, word: str) -> Place:
    """The place of the next such word; a type may be glued to its dash."""
    for match in TOKENS.finditer(place.source.text, place.offset):
        text = match.group().lower()
        if text in (word, f"-{word}"):
            return Place(place.source, match.start() + len(text) - len(word))
    return place


# Messages


def _too_deep(group: Group) -> PpddlError:
    return PpddlError(
        f"parentheses nest deeper than {MAX_NESTING}",
        place=group.place,
        remedy="Is a ) missing before? If not, nest less: (and a (and b c)) is (and a b c)",
    )


def _extra(place: Place, top: list[Group]) -> PpddlError:
    return (_stray_item(top[-1]) if top else None) or PpddlError(
        "this ) closes nothing", place=place, remedy="Remove it, or add the ( it belongs to"
    )


def _stray_item(definition: Group) -> PpddlError | None:
    """An item of a definition that is no section: a section before it ended too early."""
    previous = None
    for node in definition.items[2:]:
        if not is_section(node):
            return stray(node, previous)
        previous = node
    return _unopened(previous)


def is_section(node: Node) -> bool:
    """Whether a node is a section such as `(:init …)`."""
    return isinstance(node, Group) and node.head.startswith(":")


def stray(node: Node, previous: Node | None) -> PpddlError:
    """The error for something between sections; a ( may be missing in the section before it."""
    return _unopened(previous) or PpddlError(
        f"{describe(node)} stands outside of any section",
        place=node.place,
        remedy="Does a ) too many stand before this place?",
    )


def _unopened(section: Node | None) -> PpddlError | None:
    """The error for a word that stands alone in a section where only lists can stand."""
    if not isinstance(section, Group) or section.head not in OF_LISTS:
        return None
    skipped = 2 if section.head == ":action" else 1
    for node in section.items[skipped:]:
        if isinstance(node, Word) and not node.text.startswith(":"):
            return PpddlError(
                f"{node.text} stands alone in {describe(section)}",
                place=node.place,
                remedy="Is a ( missing before it?",
            )
    return None


def _outside(word: Word, top: list[Group], end: Place) -> PpddlError:
    if word.text.startswith(("#", "//", "/*")):
        return PpddlError(
            f"{word.text} is not a comment", place=word.place, remedy="Comments begin with ;"
        )
    if top:
        return _ends_early(top[-1], word, end)
    return PpddlError(
        f"{word.text} stands outside of (define …)",
        place=word.place,
        remedy="A file is a list of (define (domain …) …) and (define (problem …) …)",
    )


def _refuse_unless_definition(top: list[Group], end: Place) -> None:
    """Check a top-level list as soon as it is complete."""
    if top[-1].head == "define":
        return
    if len(top) > 1:
        raise _ends_early(top[-2], top[-1], end)
    raise PpddlError(
        f"expected (define …), found {describe(top[-1])}",
        place=top[-1].place,
        remedy="A file is a list of (define (domain …) …) and (define (problem …) …)",
    )


def _ends_early(definition: Group, follower: Node, end: Place) -> PpddlError:
    """The error for a definition that a surplus parenthesis ends too early."""
    return _stray_item(definition) or PpddlError(
        f"this ) ends the (define …) of line {definition.place.line}, but {describe(follower)} "
        f"follows in line {follower.place.line}",
        place=end,
        remedy="Remove a ) here or before this place",
    )


def _unclosed(stack: list[Group]) -> PpddlError:
    """The error at the list that contains what cannot be inside it, else at the innermost open one.

    A forgotten parenthesis closes one list later than meant, so what stays open at the end of the
    file is usually `(define`, which is not at fault. Some words show the place: definitions,
    sections such as `(:action` and keywords such as `:effect` never stand inside other lists.
    """
    unclosed = stack[-1]
    intruder: Node | None = None
    for parent, node in _descendants(stack[0]):
        if isinstance(node, Group):
            if node.head == "define" or (node.head.startswith(":") and parent is not stack[0]):
                unclosed, intruder = _section_of(parent, stack[0]), node
                unclosed, intruder = _atom_with_list(unclosed) or (unclosed, intruder)
                break
        elif node.text.startswith(":") and not parent.head.startswith(":"):
            unclosed, intruder = parent, node
            break
    if intruder is None:
        remedy = "Add the missing ) where this list should end"
    else:
        line = intruder.place.line
        remedy = f"A ) seems to be missing before {describe(intruder)} in line {line}"
    return PpddlError(
        f"this ( is never closed: {describe(unclosed)}", place=unclosed.place, remedy=remedy
    )


def _atom_with_list(group: Group) -> tuple[Group, Group] | None:
    """The first atom that holds a list, such as `(at a (on b …`, and that list."""
    for parent, node in _descendants(group):
        if isinstance(node, Group) and parent.head and parent is not group:
            is_typing = node.head == "either"
            if not (parent.head in HOLD_LISTS or parent.head.startswith((":", "?")) or is_typing):
                return parent, node
    return None


def _section_of(node: Group, definition: Group) -> Group:
    """The section of a definition that holds a list, or the definition itself."""
    for section in definition.items:
        if isinstance(section, Group) and any(part is node for _, part in _descendants(section)):
            return section
    return node


def _descendants(group: Group) -> Iterator[tuple[Group, Node]]:
    """All nodes below a list with their parents, in the order of the text."""
    waiting: list[tuple[Group, Node]] = [(group, node) for node in reversed(group.items)]
    while waiting:
        parent, node = waiting.pop()
        yield parent, node
        if isinstance(node, Group):
            waiting.extend((node, part) for part in reversed(node.items))
