"""The reader turns characters into nested lists, with the places that messages show."""

from __future__ import annotations

import pickle

import pytest

from lamp.errors import Place, PpddlError, Source
from lamp.grounding import ground
from lamp.ppddl import parse, write_domain
from lamp.ppddl.reader import MAX_NESTING, Group, Word, read
from tests.support.tasks import model_of


def words(text: str) -> list[object]:
    """The lists of a text as Python lists of strings."""

    def plain(node: Word | Group) -> object:
        return node.text if isinstance(node, Word) else [plain(item) for item in node.items]

    return [plain(group) for group in read(Source("f", text))]


def test_case_comments_and_spacing_do_not_matter() -> None:
    text = "; top\n(DEFINE(b C)\t;(ignored\n ?X)(define())"
    assert words(text) == [["define", ["b", "c"], "?x"], ["define", []]]


def test_a_place_counts_lines_and_columns_from_one() -> None:
    (top,) = read(Source("f", "\n  (define\n bc)"))
    assert str(top.place) == "f:2:3"
    assert str(top.items[1].place) == "f:3:2"


def test_an_excerpt_points_at_the_place() -> None:
    assert Place(Source("f", "one\ntwo three"), 8).excerpt() == "two three\n    ^"


def test_an_excerpt_of_a_long_line_is_a_window_around_the_place() -> None:
    line, caret = Place(Source("f", "x" * 500 + "Y" + "x" * 500), 500).excerpt().split("\n")
    assert len(line) <= 88
    assert line[caret.index("^")] == "Y"


@pytest.mark.parametrize("ending", ["\n", "\r\n", "\r"])
def test_any_line_ending_counts_as_one_line(ending: str) -> None:
    with pytest.raises(PpddlError, match=r"f:3:1: .*closes nothing"):
        parse(f"; comment{ending}(define (domain d)){ending})", "f")


@pytest.mark.parametrize("depth", [MAX_NESTING + 1, 100_000])
def test_deep_nesting_is_refused_where_it_becomes_too_deep(depth: int) -> None:
    with pytest.raises(PpddlError, match=f"f:1:{MAX_NESTING + 1}: parentheses nest deeper"):
        parse("(" * depth + ")" * depth, "f")


@pytest.mark.parametrize(
    ("opening", "kind"),
    [
        ("(not ", "condition"),
        ("(and (q) ", "condition"),
        ("(or (q) ", "condition"),
        ("(imply (q) ", "condition"),
        ("(exists (?x) ", "condition"),
        ("(forall (?x) ", "condition"),
        ("(and (q) ", "effect"),
        ("(forall (?x) ", "effect"),
        ("(when (q) ", "effect"),
        ("(probabilistic 1/2 ", "effect"),
    ],
)
def test_nesting_up_to_the_limit_is_parsed_written_and_grounded(opening: str, kind: str) -> None:
    depth = MAX_NESTING - 3  # (define (:action …)) takes two, the innermost (p) one
    nested = opening * depth + "(p)" + ")" * depth
    sections = {"condition": f":precondition {nested} :effect (p)", "effect": f":effect {nested}"}
    model = model_of(
        f"(:predicates (p) (q)) (:action a {sections[kind]}) (:action b :effect (not (q)))",
        "(:objects o) (:init (q)) (:goal (p))",
    )
    text = write_domain(model.domain)
    assert parse(text) == (model.domain,)
    assert hash(model.domain) == hash(parse(text)[0])
    task = ground(model.domain, model.problem)
    assert task == pickle.loads(pickle.dumps(task))  # noqa: S301


def test_an_unclosed_section_is_reported_at_its_own_opening_parenthesis() -> None:
    text = """(define (domain d)
  (:predicates (p)
  (:action a :effect (p)))"""
    with pytest.raises(PpddlError) as caught:
        parse(text, "f")
    assert str(caught.value).startswith("f:2:3: this ( is never closed: (:predicates …)")
    assert "before (:action …) in line 3" in str(caught.value)


def test_an_unclosed_definition_is_reported_at_its_own_opening_parenthesis() -> None:
    text = "(define (domain d) (:predicates (p))\n(define (problem x) (:domain d) (:goal (p)))"
    with pytest.raises(PpddlError, match=r"f:1:1: this \( is never closed") as caught:
        parse(text, "f")
    assert "before (define …) in line 2" in str(caught.value)


def test_an_unclosed_list_at_the_end_of_the_text_is_reported_at_the_innermost_open_list() -> None:
    with pytest.raises(PpddlError, match=r"f:1:20: this \( is never closed: \(:types …\)"):
        parse("(define (domain d) (:types a b", "f")
