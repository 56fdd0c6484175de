"""For any bytes, the parser returns a definition or raises an error with its place."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from random import Random

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from lamp.benchmarks import FAMILIES, load, text_of
from lamp.errors import LampError, PpddlError
from lamp.grounding import Limits, ground
from lamp.ppddl import Domain, Problem, check, parse, read_text, write_domain, write_problem
from tests.support.paths import DATA, EXAMPLES, shared_folder
from tests.support.sampling import examples

SMALL = Limits(actions=300, facts=300, outcomes=100, literals=20_000, work=20_000)


def real_texts() -> list[str]:
    """Texts that hold a domain and a problem."""
    courier = EXAMPLES / "courier"
    models = [load(f"{family}:p1") for family in FAMILIES]
    return [
        read_text(courier / "domain.ppddl") + read_text(courier / "problem.ppddl"),
        read_text(DATA / "everything.ppddl"),
        *(text_of(model.domain) + write_problem(model.problem) for model in models),
    ]


def words_of(text: str) -> list[str]:
    """Names and parentheses, each on its own; joined by spaces, they are the text again."""
    return text.replace("(", " ( ").replace(")", " ) ").split(" ")


REAL = real_texts()
TOKENS = sorted({token for text in REAL for word in words_of(text) for token in word.split()})
ODD = [*"()-?:;=", "()", "1/0", "-1", "2", "(and", "(not", "(define", "\0", "é"]


def exercise(text: str) -> None:
    """Do everything with a text that can be done; only a `LampError` may come of it."""
    try:
        definitions = parse(text)
        for definition in definitions:
            written = (
                write_domain(definition)
                if isinstance(definition, Domain)
                else write_problem(definition)
            )
            assert parse(written) == (definition,)
        domains = [d for d in definitions if isinstance(d, Domain)]
        problems = [d for d in definitions if isinstance(d, Problem)]
        if domains and problems:
            check(domains[0], problems[0])
            ground(domains[0], problems[0], SMALL)
    except LampError as error:
        assert error.place is not None
        assert error.cause
        assert error.place.excerpt() is not None


@settings(max_examples=examples(300))
@given(st.text(alphabet="()abx?:-; \n=0.5/1é\0", max_size=120))
@example("(define (domain d) (:types a - a))")
@example("(define (problem p) (:domain d) (:goal (= a a)))")
def test_random_text_is_read_or_refused(text: str) -> None:
    exercise(text)


@settings(max_examples=examples(300))
@given(st.lists(st.sampled_from(TOKENS + ODD), max_size=40).map(" ".join))
def test_random_words_of_real_files_are_read_or_refused(text: str) -> None:
    exercise(f"(define (domain d) {text})")


def with_mistakes(text: str, seed: int, number: int) -> str:
    """A text in which some words are gone, new, exchanged or doubled."""
    rng = Random(seed)
    words = words_of(text)
    for _ in range(number):
        index = rng.randrange(len(words))
        match rng.randrange(5):
            case 0:
                del words[index]
            case 1:
                words.insert(index, rng.choice(ODD))
            case 2:
                words[index] = rng.choice(TOKENS)
            case 3:
                other = rng.randrange(len(words))
                words[index], words[other] = words[other], words[index]
            case _:
                words[index : index + 1] = [words[index]] * 2
    return " ".join(words)


@settings(max_examples=examples(500))
@given(st.sampled_from(REAL), st.integers(0, 2**32), st.integers(1, 4))
def test_real_files_with_random_mistakes_are_read_or_refused(
    text: str, seed: int, number: int
) -> None:
    exercise(with_mistakes(text, seed, number))


def with_other_bytes(text: str, seed: int) -> str:
    """A text in which some bytes are replaced."""
    rng = Random(seed)
    data = bytearray(text.encode())
    for _ in range(rng.randrange(1, 4)):
        data[rng.randrange(len(data))] = rng.randrange(256)
    return data.decode("utf-8", errors="replace")


@settings(max_examples=examples(200))
@given(st.sampled_from(REAL), st.integers(0, 2**32))
def test_real_files_with_random_bytes_are_read_or_refused(text: str, seed: int) -> None:
    exercise(with_other_bytes(text, seed))


@cache
def paper_text(family: str) -> str:
    """A domain and a problem as the paper's authors wrote them."""
    folder = shared_folder(family)
    return read_text(folder / "domain.ppddl") + read_text(folder / "p1.ppddl")


@pytest.mark.needs("shared")
@settings(max_examples=examples(500))
@given(st.sampled_from([*FAMILIES]), st.integers(0, 2**32), st.integers(1, 4))
def test_the_paper_s_texts_with_random_mistakes_are_read_or_refused(
    family: str, seed: int, number: int
) -> None:
    exercise(with_mistakes(paper_text(family), seed, number))


@pytest.mark.needs("shared")
@settings(max_examples=examples(200))
@given(st.sampled_from([*FAMILIES]), st.integers(0, 2**32))
def test_the_paper_s_texts_with_random_bytes_are_read_or_refused(family: str, seed: int) -> None:
    exercise(with_other_bytes(paper_text(family), seed))


@settings(max_examples=examples(200), suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.binary(max_size=300))
def test_files_of_random_bytes_are_read_or_refused(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "random"
    path.write_bytes(data)
    try:
        assert parse(read_text(path))
    except PpddlError as error:
        assert error.place is not None
