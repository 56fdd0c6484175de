"""The catalogue: its families, their problems, and the texts of their domains."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from lamp.benchmarks import FAMILIES, PAPER_NAMES, domain, family, text_of
from lamp.errors import SettingsError
from lamp.ppddl import parse
from tests.support.paths import shared_folder

NUM_PROBLEMS = {
    "elevators": 15,
    "exploding_blocksworld": 9,
    "prob_blocksworld": 9,
    "tireworld": 15,
    "triangle_tireworld": 5,
    "zenotravel": 5,
}


def test_the_catalogue_has_the_58_problems_of_the_paper() -> None:
    assert len(PAPER_NAMES) == 58
    assert set(PAPER_NAMES) == {
        f"{name}:p{number}"
        for name, count in NUM_PROBLEMS.items()
        for number in range(1, count + 1)
    }


@pytest.mark.parametrize("lookup", [domain, family])
def test_an_unknown_family_is_refused(lookup: Callable[[str], object]) -> None:
    with pytest.raises(SettingsError, match="there is no family"):
        lookup("chess")


@pytest.mark.parametrize("name", FAMILIES)
def test_the_bundled_text_of_a_domain_parses_to_that_domain_and_begins_with_a_comment(
    name: str,
) -> None:
    text = text_of(domain(name))
    assert parse(text) == (domain(name),)
    assert text.startswith("; ")


def test_a_domain_outside_the_catalogue_has_no_bundled_text() -> None:
    assert text_of(replace(domain("tireworld"), name="other")) == ""


NAMING = ("(define", "(:action")


def long_lines(text: str) -> set[str]:
    """The lines that say more than a name, with single spaces."""
    lines = {" ".join(line.split()) for line in text.splitlines()}
    return {line for line in lines if len(line) >= 25 and not line.startswith(NAMING)}


@pytest.mark.needs("shared")
@pytest.mark.parametrize("name", FAMILIES)
def test_no_line_of_a_domain_is_copied_from_the_paper_s_texts(name: str) -> None:
    theirs = (shared_folder(name) / "domain.ppddl").read_text(encoding="utf-8")
    assert long_lines(text_of(domain(name))) & long_lines(theirs) == set()
