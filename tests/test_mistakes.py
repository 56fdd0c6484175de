"""Every mistake a person makes gets its place, its cause and a remedy."""

from __future__ import annotations

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
    ("?i - item ?p - place)\n", "?i - itm ?p - place)\n", "7:18", "unknown type itm", "item?"),
    ("(at ?i ?p) (closed))", "(at ?j ?p))", "8:24", "unknown variable ?j", "?i"),
    ("(at ?i ?p) (closed))", "(at ?i desk))", "8:24", "unknown object desk", "till"),
    ("(at ?i ?p) (closed))", "(at ?i))", "8:24", "at takes 2 arguments, found 1", "declared as"),
    ("(at ?i ?p) (closed))", "(at ?p ?i))", "8:24", "?p is of type place", "declared as"),
    ("(sold ?i))))", "(sold till))))", "9:32", "till is of type place", "declared as"),
    ("0.5", "1.5", "9:28", "probability 1.5 is not between 0 and 1", "effect of action sell"),
    ("0.5", "-1/2", "9:28", "probability -1/2 is not between", "effect of action sell"),
    ("0.5", "0.7 (closed) 0.5", "9:13", "sum to 1.2; at most 1", '"nothing happens"'),
    ("0.5", "1/3 (closed) 5/6", "9:13", "sum to 7/6; at most 1", '"nothing happens"'),
    ("0.5", "1/0", "9:28", "divides by zero", "sell"),
    ("0.5", "half", "9:28", "expected a probability, found half", "decimal"),
    ("0.5", "9" * 5000, "9:28", "expected a probability", "at most 60 characters"),
    ("0.5", "1e999", "9:28", "expected a probability", "decimal"),
    ("0.5", "\N{ARABIC-INDIC DIGIT ONE}", "9:28", "expected a probability", "decimal"),
    ("0.5 (sold ?i)", "0.5", "9:28", "an effect is missing after", "sell"),
    ("fruit - item", "fruit - item item - fruit", "3:11", "item is its own supertype", "fruit"),
    ("fruit - item", "fruit -", "3:37", "a type is missing after the dash", "TYPE"),
    ("(closed))\n  (:action", "(closed ?x - at))\n  (:action", "5:67", "unknown type at", ""),
    (":effect (prob", ":efect (prob", "9:5", "expected :parameters", ""),
    (":effect (prob", ":effect (closed) :effect (prob", "9:22", "has two :effect", ""),
    ("(and (at ?i ?p) (closed))", "(at ?i ?p) (closed)", "8:30", "followed by 2 items", "(and"),
    ("(?i - item ?p - place)\n", "(?i ?i - item ?p - place)\n", "7:21", "?i is declared twice", ""),
    ("(?i - item ?p - place)\n", "(i - item ?p - place)\n", "7:18", "expected a variable", "?"),
    ("(define (domain shop)", "(define domain shop", "1:9", "expected (domain NAME)", "(domain)"),
    ("(define (domain", "(defin (domain", "1:1", "expected (define …), found (defin …)", ""),
    ("(:constants", "(:constant", "4:3", "unknown section (:constant …)", ":constants?"),
    ("(:constants till", "(:constants (till)", "4:15", "expected the name of a constant", ""),
    ("(and (at ?i ?p) (closed))", "(not (closed) (closed))", "8:19", "takes 1 argument", "(not C"),
    ("(and (at ?i ?p) (closed))", "(at ?i (closed))", "8:26", "found the list (closed …)", "at"),
]


@pytest.mark.parametrize(("old", "new", "place", "cause", "hint"), IN_DOMAIN)
def test_a_mistake_in_the_domain(
    tmp_path: Path, old: str, new: str, place: str, cause: str, hint: str
) -> None:
    assert DOMAIN.count(old) == 1
    error = mistake(tmp_path, DOMAIN.replace(old, new), PROBLEM)
    assert_message(error, "domain.ppddl", place, cause, hint)


def test_two_actions_with_one_name(tmp_path: Path) -> None:
    twice = DOMAIN.replace("(sold ?i))))", "(sold ?i)))\n  (:action sell))")
    error = mistake(tmp_path, twice, PROBLEM)
    assert_message(error, "domain.ppddl", "10:3", "two actions named sell", "line 6")


IN_PROBLEM = [
    ("  (:goal (sold apple)))", ")", "1:9", "problem day has no goal", "(:goal"),
    ("shop", "shopp", "1:9", "belongs to domain shopp, not to shop", "shopp"),
    ("(:domain shop)", "", "1:9", "does not name its domain", "(:domain"),
    ("(sold apple)", "(sold aple)", "5:10", "unknown object aple", "apple?"),
    ("(sold apple)", "(sold ?x)", "5:10", "unknown variable ?x", "goal"),
    ("(at apple shelf)", "(at shelf apple)", "4:10", "shelf is of type place", "In :init"),
    ("(at apple shelf)", "(near apple shelf)", "4:10", "unknown predicate near", "In :init"),
    ("(at apple shelf)", "(= apple shelf)", "4:10", "different objects", ""),
    ("shelf - place", "till - item", "3:27", "till is declared twice, with diff", "Keep one"),
    ("shelf - place", "shelf - fruits", "3:27", "unknown type fruits", "fruit?"),
    ("shelf - place", "?shelf - place", "3:27", "expected the name of an object", ""),
    ("(sold apple)", "(sold apple) (closed)", "5:23", "the goal is followed by", "(and"),
    ("(:init (at", "(:int (at", "4:3", "unknown section (:int …)", ":init?"),
]


@pytest.mark.parametrize(("old", "new", "place", "cause", "hint"), IN_PROBLEM)
def test_a_mistake_in_the_problem(
    tmp_path: Path, old: str, new: str, place: str, cause: str, hint: str
) -> None:
    assert PROBLEM.count(old) == 1
    error = mistake(tmp_path, DOMAIN, PROBLEM.replace(old, new))
    assert_message(error, "problem.ppddl", place, cause, hint)


FILES = [
    (b"", "1:1", "the file is empty"),
    (b" ; nothing\n", "1:1", "there is no (define …)"),
    (b"(define (domain d)\n ; caf\xe9\n)", "2:7", "not UTF-8 text: byte 0xe9"),
    ("(define (domain d))".encode("utf-16"), "1:1", "not UTF-8 text: byte 0xff"),
    (b"\0\0", "1:1", "stands outside of (define …)"),
    (b"hello", "1:1", "hello stands outside of (define …)"),
    (b"(" * 100_000, "1:101", "nest deeper than 100"),
    (b"(" * 100_000 + b")" * 100_000, "1:101", "nest deeper than 100"),
    (b")" * 100_000, "1:1", "this ) closes nothing"),
]


@pytest.mark.parametrize(("data", "place", "cause"), FILES)
def test_a_file_that_is_not_ppddl(tmp_path: Path, data: bytes, place: str, cause: str) -> None:
    error = mistake(tmp_path, data, PROBLEM)
    assert_message(error, "domain.ppddl", place, cause, "")


def test_a_directory_a_missing_file_and_a_wrong_path_say_so(tmp_path: Path) -> None:
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


def test_several_problems_need_a_name(tmp_path: Path) -> None:
    path = tmp_path / "all.ppddl"
    path.write_text(DOMAIN + PROBLEM + PROBLEM.replace("day", "night"))
    assert load(path, name="Night").problem.name == "night"
    with pytest.raises(PpddlError, match=r"holds 2 problems\n.*--name NAME: day, night"):
        load(path)
    with pytest.raises(PpddlError, match=r"holds no problem dusk\n.*day, night"):
        load(path, name="dusk")


def test_swapped_files_say_what_is_missing(tmp_path: Path) -> None:
    (tmp_path / "d").write_text(DOMAIN)
    (tmp_path / "p").write_text(PROBLEM)
    with pytest.raises(PpddlError, match=r"d:1:1: the file holds no problem"):
        load(tmp_path / "p", tmp_path / "d")
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
