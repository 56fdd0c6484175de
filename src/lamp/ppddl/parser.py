"""Definitions: from the lists of a file to `Domain` and `Problem`.

This pass reads the sections and what is written in them; whether the names in them
are declared is checked by `lamp.ppddl.checker`.
"""

from __future__ import annotations

from difflib import get_close_matches
from typing import TypeAlias

from lamp.errors import Place, PpddlError, Source
from lamp.ppddl.action_literals import named_in
from lamp.ppddl.domain_sections import DOMAIN_SECTIONS
from lamp.ppddl.draft import Draft, SectionReader
from lamp.ppddl.formulas import unsupported
from lamp.ppddl.phrases import group, item, name, only
from lamp.ppddl.problem_sections import PROBLEM_SECTIONS
from lamp.ppddl.reader import Group, Node, describe, is_section, read, stray
from lamp.ppddl.syntax import Domain, Problem

Definition: TypeAlias = Domain | Problem

UNSUPPORTED_SECTIONS = {
    ":durative-action": "durative actions",
    ":derived": "derived predicates",
    ":axiom": "derived predicates",
    ":constraints": "trajectory constraints",
    ":process": "processes",
    ":event": "events",
    ":observe": "observations",
    ":observations": "observations",
    ":sensor": "observations",
}


def parse(text: str, file: str = "<text>") -> tuple[Definition, ...]:
    """Return the domains and problems that a text defines, in its order."""
    source = Source(file, text.replace("\r\n", "\n").replace("\r", "\n"))
    tops = read(source)
    ends = [*(top.offset for top in tops[1:]), len(source.text)]
    definitions = tuple(map(_definition, tops, zip([0, *ends], ends, strict=False)))
    if not definitions:
        raise PpddlError(
            "the file is empty" if not text.strip() else "there is no (define …) in this file",
            place=Place(source),
            remedy="Expected (define (domain …) …) or (define (problem …) …)",
        )
    return definitions


def _definition(top: Group, span: tuple[int, int]) -> Definition:
    """A domain or a problem; `span` is its part of the text, comments included."""
    title = group(item(top, 1), "(domain NAME) or (problem NAME)", top)
    if title.head not in {"domain", "problem"}:
        raise PpddlError(
            f"expected (domain NAME) or (problem NAME), found {describe(title)}",
            place=title.place,
            remedy="Write (define (domain NAME) …) or (define (problem NAME) …)",
        )
    called = name(item(title, 1), f"the name of the {title.head}", title)
    only(title, 2)
    draft = Draft(f"{title.head} {called}")
    sections = DOMAIN_SECTIONS if title.head == "domain" else PROBLEM_SECTIONS
    previous: Node | None = None
    for node in top.items[2:]:
        if not isinstance(node, Group) or not is_section(node):
            raise stray(node, previous)
        _read_section(draft, node, sections)
        previous = node
    if title.head == "domain":
        chosen, notices = named_in(top.source, span, draft.lists["predicates"])
        draft.notices += notices
        return Domain(called, **draft.fields(), action_predicates=chosen, place=title.place)
    _require(draft, title, "goal", "has no goal", "Add (:goal CONDITION); (:goal (and)) is true")
    _require(draft, title, "domain", "does not name its domain", "Add (:domain NAME)")
    fields = draft.fields()
    fields["init"] = tuple(dict.fromkeys(fields.get("init", ())))
    return Problem(called, **fields, place=title.place)


def _require(draft: Draft, title: Group, key: str, cause: str, remedy: str) -> None:
    if key not in draft.values:
        raise PpddlError(f"{draft.what} {cause}", place=title.place, remedy=remedy)


def _read_section(draft: Draft, section: Group, sections: dict[str, SectionReader]) -> None:
    reader = sections.get(section.head)
    if reader:
        reader(draft, section)
        return
    if section.head in UNSUPPORTED_SECTIONS:
        construct = f"{UNSUPPORTED_SECTIONS[section.head]} {describe(section)}"
        raise unsupported(construct, section, f"There are {' '.join(sections)}")
    close = get_close_matches(section.head, sections, 1)
    if section.head in {*DOMAIN_SECTIONS, *PROBLEM_SECTIONS}:
        other = "problem" if sections is DOMAIN_SECTIONS else "domain"
        remedy = f"It belongs into the {other}; is a ) missing or misplaced?"
    else:
        remedy = f"Did you mean {close[0]}?" if close else f"There are {' '.join(sections)}"
    raise PpddlError(
        f"unknown section {describe(section)} in {draft.what}",
        place=section.place,
        remedy=remedy,
    )
