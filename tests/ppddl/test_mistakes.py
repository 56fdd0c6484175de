"""Mistakes in files: each is reported with its place, its cause and a remedy."""

from __future__ import annotations

import pickle
from pathlib import Path

import pytest

from lamp.errors import LampError, PpddlError, TextTooLarge
from lamp.ppddl import load

DOMAIN = """(define (domain shop)
  (:requirements :typing :probabilistic-effects)
  (:types item place - object fruit - item)
  (:constants till - place)
  (:predicates (at ?i - item ?p - place) (sold ?i - item) (closed))
  (:action sell
    :parameters (?i - item ?p - place)
    :precondition (and (at ?i ?p) (closed))
    :effect (probabilistic 0.5 (sold ?i))))
"""
PROBLEM = """(define (problem day)
  (:domain shop)
  (:objects apple - fruit shelf - place)
  (:init (at apple shelf))
  (:goal (sold apple)))
"""

# what is replaced, by what, where the message points, the cause, a word of the hint
IN_DOMAIN = [
    ("(closed))\n  (:action", "(closed)\n  (:action", "5:3", "this ( is never closed", "line 6"),
    ("(sold ?i))))", "(sold ?i)))))", "9:44", "this ) closes nothing", "Remove it"),
    ("(at ?i ?p) (closed))", "(att ?i ?p))", "8:24", "unknown predicate att", "mean at?"),
    ("?i - item ?p - place)\n", "?i - itm ?p - place)\n", "7:23", "unknown type itm", "item?"),
    ("(at ?i ?p) (closed))", "(at ?j ?p))", "8:28", "unknown variable ?j", "parameter"),
    ("(at ?i ?p) (closed))", "(at ?i desk))", "8:31", "unknown object desk", "(:constants …)"),
    ("(at ?i ?p) (closed))", "(at ?i))", "8:24", "at takes 2 arguments, found 1", "declared as"),
    ("(at ?i ?p) (closed))", "(at ?p ?i))", "8:28", "?p is of type place", "declared as"),
    ("(sold ?i))))", "(sold till))))", "9:38", "till is of type place", "declared as"),
    ("0.5", "1.5", "9:28", "probability 1.5 is not between 0 and 1", "effect of action sell"),
    ("0.5", "-1/2", "9:28", "probability -1/2 is not between", "effect of action sell"),
    ("0.5", "0.7 (closed) 0.5", "9:13", "sum to 1.2; at most 1", '"nothing happens"'),
    ("0.5", "1/3 (closed) 5/6", "9:13", "sum to 7/6; at most 1", '"nothing happens"'),
    ("0.5", "1/0", "9:28", "expected a probability, found 1/0", "sell"),
    ("0.5", "half", "9:28", "expected a probability, found half", "decimal"),
    ("0.5", "9" * 5000, "9:28", "expected a probability", "at most 60 digits"),
    ("0.5", "1e999", "9:28", "expected a probability", "decimal"),
    ("0.5", "\N{ARABIC-INDIC DIGIT ONE}", "9:28", "expected a probability", "decimal"),
    ("0.5 (sold ?i)", "0.5", "9:28", "an effect is missing after", "sell"),
    (
        "fruit - item",
        "fruit - item item - fruit",
        "3:39",
        "fruit is its own supertype",
        "from item upwards",
    ),
    ("fruit - item", "fruit -", "3:37", "a type is missing after the dash", "TYPE"),
    (
        "(closed))\n  (:action",
        "(closed ?x - at))\n  (:action",
        "5:72",
        "unknown type at",
        "(:types …)",
    ),
    (":effect (prob", ":efect (prob", "9:5", "expected :parameters", ""),
    (":effect (prob", ":effect (closed) :effect (prob", "9:22", "has two :effect", ""),
    ("(and (at ?i ?p) (closed))", "(at ?i ?p) (closed)", "8:30", "followed by 2 items", "(and"),
    ("(?i - item ?p - place)\n", "(?i ?i - item ?p - place)\n", "7:21", "?i is declared twice", ""),
    ("(?i - item ?p - place)\n", "(i - item ?p - place)\n", "7:18", "expected a variable", "?"),
    (
        "(define (domain shop)",
        "(define domain shop",
        "1:9",
        "expected (domain NAME)",
        "in parentheses",
    ),
    ("(define (domain", "(defin (domain", "1:1", "expected (define …), found (defin …)", ""),
    ("(:constants", "(:constant", "4:3", "unknown section (:constant …)", ":constants?"),
    ("(:constants till", "(:constants (till)", "4:15", "expected the name of a constant", ""),
    ("(and (at ?i ?p) (closed))", "(not (closed) (closed))", "8:19", "takes 1 argument", "(not C"),
    ("(and (at ?i ?p) (closed))", "(at ?i (closed))", "8:26", "found the list (closed …)", "at"),
    ("(and (at ?i ?p) (closed))", "(at ?i ?p", "8:19", "this ( is never closed: (at", ":effect"),
    ("(and (at ?i ?p) (closed))", "(and (closed)))", "9:5", ":effect stands outside", ") too many"),
    (
        "(probabilistic",
        "(probabilistc",
        "9:14",
        "unknown connective probabilistc",
        "probabilistic?",
    ),
    ("(and (at ?i ?p)", "(implies (at ?i ?p)", "8:20", "unknown connective implies", "imply?"),
    ("(at ?i ?p) (closed))", "(at i ?p))", "8:28", "unknown object i", "mean ?i?"),
    ("(and (at ?i ?p)", "(and and (at ?i ?p)", "8:24", "and cannot stand here", "parentheses"),
    ("0.5 (sold ?i)", "0.5 (and (closed) 0.5 (closed))", "9:46", "0.5 cannot stand here", ")"),
    (":effect (prob", "effect (prob", "9:5", "followed by 3 items", "mean :effect?"),
    (":effect (prob", ":effects (prob", "9:5", "expected :parameters", "mean :effect?"),
    ("(sold ?i))))", "(sold ?i)) // x))", "9:43", "followed by 3 items", "(and"),
    ("(domain shop)", "(domain my shop)", "1:20", "shop is too much in (domain …)", "- or _"),
    ("(closed))\n  (:action", "(not))\n  (:action", "5:59", "not is a word of the lan", "another"),
    (":precondition (and (at", ":precondition and (at", "8:19", "and stands alone", "( missing"),
    (
        "(closed))\n  (:action",
        "closed))\n  (:action",
        "5:59",
        "closed stands alone in (:predicates",
        "( missing",
    ),
    ("(sold ?i))))", "((sold ?i)))))", "9:32", "begins with a list", "(and (…) (…))"),
    ("(at ?i ?p) (closed))", "(!= ?i ?p))", "8:24", "unknown predicate !=", "(not (= ?x ?y))"),
    ("(:constants", "(:objects", "4:3", "unknown section (:objects …)", "into the problem"),
]


@pytest.mark.parametrize(("old", "new", "place", "cause", "hint"), IN_DOMAIN)
def test_a_mistake_in_the_domain_is_reported_with_place_cause_and_remedy(
    tmp_path: Path, old: str, new: str, place: str, cause: str, hint: str
) -> None:
    assert DOMAIN.count(old) == 1
    error = mistake(tmp_path, DOMAIN.replace(old, new), PROBLEM)
    assert_message(error, "domain.ppddl", place, cause, hint)


def test_a_parenthesis_too_many_is_found_where_the_definition_ends(tmp_path: Path) -> None:
    text = DOMAIN.replace("(closed))\n", "(closed)))\n", 1)
    error = mistake(tmp_path, text, PROBLEM)
    cause = "this ) ends the (define …) of line 1, but (:action …) follows in line 6"
    assert_message(error, "domain.ppddl", "5:68", cause, "Remove a )")


def test_two_actions_of_one_name_are_refused(tmp_path: Path) -> None:
    twice = DOMAIN.replace("(sold ?i))))", "(sold ?i)))\n  (:action sell))")
    error = mistake(tmp_path, twice, PROBLEM)
    assert_message(error, "domain.ppddl", "10:3", "two actions named sell", "line 6")


IN_PROBLEM = [
    ("  (:goal (sold apple)))", ")", "1:9", "problem day has no goal", "(:goal"),
    ("shop", "shopp", "2:12", "belongs to domain shopp, not to shop", "shopp"),
    ("(:domain shop)", "", "1:9", "does not name its domain", "(:domain"),
    ("(sold apple)", "(sold aple)", "5:16", "unknown object aple", "apple?"),
    ("(sold apple)", "(sold ?x)", "5:16", "unknown variable ?x", "(exists …)"),
    ("(at apple shelf)", "(at shelf apple)", "4:14", "shelf is of type place", "In :init"),
    ("(at apple shelf)", "(near apple shelf)", "4:10", "unknown predicate near", "In :init"),
    ("(at apple shelf)", "(= apple shelf)", "4:10", "different objects", ""),
    ("shelf - place", "till - item", "3:27", "till is declared twice, with diff", "Keep one"),
    ("shelf - place", "shelf - fruits", "3:35", "unknown type fruits", "fruit?"),
    ("shelf - place", "?shelf - place", "3:27", "expected the name of an object", ""),
    ("(sold apple)", "(sold apple) (closed)", "5:23", "the goal is followed by", "(and"),
    (
        "(at apple shelf))",
        "(at apple shelf)) (closed))",
        "4:28",
        "(closed …) stands outside",
        "too",
    ),
    (
        "(at apple shelf))",
        "(at apple shelf (closed))",
        "4:10",
        "never closed: (at …)",
        "(closed …)",
    ),
    ("(at apple shelf)", "at apple shelf)", "4:10", "at stands alone in (:init …)", "( missing"),
    ("apple - fruit", "apple, pear - fruit", "3:13", "found apple,", "without commas"),
    ("shelf - place", "shelf – place", "3:33", "found –", "NAME … - TYPE"),
    ("(:init (at", "(:int (at", "4:3", "unknown section (:int …)", ":init?"),
]


@pytest.mark.parametrize(("old", "new", "place", "cause", "hint"), IN_PROBLEM)
def test_a_mistake_in_the_problem_is_reported_with_place_cause_and_remedy(
    tmp_path: Path, old: str, new: str, place: str, cause: str, hint: str
) -> None:
    assert PROBLEM.count(old) == 1
    error = mistake(tmp_path, DOMAIN, PROBLEM.replace(old, new))
    assert_message(error, "problem.ppddl", place, cause, hint)


FILES = [
    (b"", "1:1", "the file is empty"),
    (b" ; nothing\n", "1:1", "there is no (define …)"),
    (b"(define (domain d)\n ; caf\xe9\n)", "2:7", "not UTF-8 text: byte 0xe9"),
    ("(define (domain d))".encode("utf-16"), "1:1", "UTF-16"),
    (b"(a\0)", "1:1", "expected (define …), found (a<U+0000> …)"),
    (b"hello", "1:1", "hello stands outside of (define …)"),
    (b"(" * 100_000, "1:101", "nest deeper than 100"),
    (b"(" * 100_000 + b")" * 100_000, "1:101", "nest deeper than 100"),
    (b")" * 100_000, "1:1", "this ) closes nothing"),
]


@pytest.mark.parametrize(("data", "place", "cause"), FILES)
def test_a_file_that_is_not_ppddl_is_refused(
    tmp_path: Path, data: bytes, place: str, cause: str
) -> None:
    error = mistake(tmp_path, data, PROBLEM)
    assert_message(error, "domain.ppddl", place, cause, "")


def test_a_path_that_cannot_be_read_is_reported_with_its_cause(tmp_path: Path) -> None:
    for path, cause in [(tmp_path, "Is a directory"), (tmp_path / "no", "No such file")]:
        with pytest.raises(PpddlError, match=f":1:1: cannot be read: {cause}"):
            load(path)
    with pytest.raises(PpddlError, match="cannot be read: embedded null"):
        load("a\0b")


def test_fifty_megabytes_are_refused_without_being_parsed(tmp_path: Path) -> None:
    path = tmp_path / "large.ppddl"
    path.write_bytes(b"(define (domain d))" + b" " * 50_000_000)
    with pytest.raises(TextTooLarge, match="larger than 16,777,216 bytes") as caught:
        load(path)
    assert caught.value.exit_code == 3


def test_a_byte_order_mark_is_not_a_mistake(tmp_path: Path) -> None:
    path = tmp_path / "both.ppddl"
    path.write_text(DOMAIN + PROBLEM, encoding="utf-8-sig")
    assert load(path).problem.name == "day"


def test_a_latin_1_byte_is_found_in_its_line_whatever_the_line_endings(tmp_path: Path) -> None:
    path = tmp_path / "mac.ppddl"
    path.write_bytes(b"(define\r (domain d)\r ; \xe9)")
    with pytest.raises(PpddlError, match=r"mac.ppddl:3:4: .*byte 0xe9"):
        load(path)


def test_messages_show_no_control_characters_and_no_very_long_names(tmp_path: Path) -> None:
    for name, shown in (("q\x1b[31m", "q<U+001B>[31m"), ("q" * 10**6, "q" * 59 + "…")):
        error = mistake(tmp_path, DOMAIN.replace("(at ?i ?p) (closed)", f"({name})"), PROBLEM)
        assert error.cause == f"unknown predicate {shown}"


def test_a_predicate_may_be_called_like_a_word_of_another_dialect(tmp_path: Path) -> None:
    for name in ("unknown", "preference", "always", "within"):
        (tmp_path / "d").write_text(DOMAIN.replace("sold", name))
        (tmp_path / "p").write_text(
            PROBLEM.replace("(:init", f"(:init ({name} apple)").replace("sold", name)
        )
        assert not load(tmp_path / "d", tmp_path / "p").notices


def test_an_error_can_be_pickled_with_its_context(tmp_path: Path) -> None:
    error = mistake(tmp_path, DOMAIN.replace("0.5", "2"), PROBLEM)
    copy = pickle.loads(pickle.dumps(error))  # noqa: S301
    assert str(copy) == str(error)
    assert "In the effect of action sell" in str(copy)


def test_a_file_with_several_problems_requires_the_name_of_one(tmp_path: Path) -> None:
    path = tmp_path / "all.ppddl"
    path.write_text(DOMAIN + PROBLEM + PROBLEM.replace("day", "night"))
    assert load(path, name="Night").problem.name == "night"
    with pytest.raises(PpddlError, match=r"holds 2 problems\n.*--name NAME: day, night"):
        load(path)
    with pytest.raises(PpddlError, match=r"holds no problem named dusk\n.*day, night"):
        load(path, name="dusk")


def test_files_in_the_other_order_are_read_with_a_warning(tmp_path: Path) -> None:
    (tmp_path / "d").write_text(DOMAIN)
    (tmp_path / "p").write_text(PROBLEM)
    model = load(tmp_path / "p", tmp_path / "d")
    assert "before the domain" in str(model.notices[0])


def test_two_domains_or_two_problems_are_refused_with_the_missing_definition(
    tmp_path: Path,
) -> None:
    (tmp_path / "d").write_text(DOMAIN)
    (tmp_path / "p").write_text(PROBLEM)
    with pytest.raises(PpddlError, match=r"d:1:1: the file holds no problem"):
        load(tmp_path / "d", tmp_path / "d")
    with pytest.raises(PpddlError, match=r"p:1:1: the file holds no domain"):
        load(tmp_path / "p", tmp_path / "p")


def test_a_variable_of_a_wider_type_is_a_warning_only(tmp_path: Path) -> None:
    (tmp_path / "d").write_text(DOMAIN.replace("(?i - item ?p - place)\n", "(?i - object ?p)\n"))
    (tmp_path / "p").write_text(PROBLEM)
    notices = load(tmp_path / "d", tmp_path / "p").notices
    assert "?i is of type object, but argument 1 of at is of type item" in notices[0].text


def mistake(folder: Path, domain: str | bytes, problem: str) -> LampError:
    """The error of two files."""
    for name, text in (("domain.ppddl", domain), ("problem.ppddl", problem)):
        (folder / name).write_bytes(text.encode() if isinstance(text, str) else text)
    with pytest.raises(PpddlError) as caught:
        load(folder / "domain.ppddl", folder / "problem.ppddl")
    return caught.value


def assert_message(error: LampError, file: str, place: str, cause: str, hint: str) -> None:
    """The message has the place, the cause and the hint."""
    head, _, rest = str(error).partition("\n")
    assert f"{file}:{place}: " in head
    assert cause in head
    assert hint in rest
    assert error.remedy
