"""Names of problems: which texts are recognised as names, and the errors for wrong names."""

from __future__ import annotations

import pytest

from lamp.benchmarks import generate, is_name, load
from lamp.errors import SettingsError


@pytest.mark.parametrize(
    "text",
    ["tireworld:p15", "TIREWORLD:P1", "nowhere:p1", "tireworld:p99", "tireworld:cities=x,seed="],
)
def test_problem_names_are_recognised_by_their_form_alone(text: str) -> None:
    assert is_name(text)


@pytest.mark.parametrize(
    "text",
    ["tireworld", "domain.ppddl", r"C:\p1", "C:p1", "p1", "tireworld:", "a/tireworld:p1", "-", ""],
)
def test_paths_are_not_taken_for_names(text: str) -> None:
    assert not is_name(text)


def test_upper_case_does_not_count_in_names() -> None:
    assert load("Tireworld:P1") == load("tireworld:p1")


def test_sizes_in_a_name_are_the_sizes_given_to_the_generator() -> None:
    assert load("tireworld:seed=3,cities=30") == generate("tireworld", {"cities": 30}, 3)


@pytest.mark.parametrize(
    ("name", "cause", "remedy"),
    [
        ("tireworld:p99", "there is no problem tireworld:p99", "tireworld has p1 to p15"),
        ("tireworld:p0", "there is no problem tireworld:p0", "tireworld has p1 to p15"),
        ("tirewrld:p1", "there is no family of problems tirewrld", "Did you mean tireworld?"),
        ("chess:size=8", "there is no family of problems chess", "The families are prob_blocks"),
        ("tireworld", "'tireworld' is not the name of a problem", "tireworld:cities=60,seed=3"),
        ("tireworld:towns=9", "tireworld has no parameter towns", "spares, lengths, seed"),
        ("tireworld:cities=501", "cities=501 is out of range", "cities from 2 to 500"),
        ("tireworld:cities=1", "cities=1 is out of range", "cities from 2 to 500"),
        (
            "elevators:floors=2,positions=3,gates=3",
            "gates=3 is out of range",
            "gates from 0 to 2 when floors=2,positions=3",
        ),
        ("tireworld:cities=9,cities=8", "cities is given twice", "each parameter once"),
        ("tireworld:cities=many", "'cities=many' does not give", "Write it like cities=3"),
        ("tireworld:cities=9,", "'' does not give a parameter", "Write it like seed=3"),
        ("tireworld:seed=1.5", "'seed=1.5' does not give", "Write it like seed=3"),
        ("tireworld:seed=-1", "seed=-1 is out of range", "seed from 0 to 4294967295"),
    ],
)
def test_a_wrong_name_is_refused_with_cause_and_remedy(name: str, cause: str, remedy: str) -> None:
    with pytest.raises(SettingsError) as caught:
        load(name)
    assert cause in caught.value.cause
    assert remedy in caught.value.remedy


@pytest.mark.parametrize(("sizes", "seed"), [({"cities": 5.5}, 0), ({}, "a"), ({}, True)])
def test_sizes_and_seeds_that_are_not_integers_are_refused(
    sizes: dict[str, int], seed: int
) -> None:
    with pytest.raises(SettingsError, match="not a whole number"):
        generate("tireworld", sizes, seed)
