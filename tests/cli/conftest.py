"""Files that the tests of several commands read."""

from __future__ import annotations

from pathlib import Path

import pytest

LARGE = """(define (domain d) (:predicates (p ?a ?b ?c ?d))
  (:action [/all] :parameters (?a ?b ?c ?d) :precondition (not (= ?c ?d)) :effect (p ?a ?b ?c ?d)))
(define (problem p) (:domain d) (:goal ()) (:objects {}))"""


@pytest.fixture
def large_file(tmp_path: Path) -> str:
    """The path of a file whose task has 10^8 actions."""
    path = tmp_path / "large.ppddl"
    path.write_text(LARGE.format(" ".join(f"o{number}" for number in range(100))))
    return str(path)
