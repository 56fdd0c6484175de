"""The problems that a server serves."""

from __future__ import annotations

from pathlib import Path

import pytest

from lamp.errors import PpddlError, SettingsError
from lamp.ippc.problems import models_of
from tests.support.paths import EXAMPLES

COURIER = EXAMPLES / "courier"


def test_a_server_serves_all_problems_of_its_files_and_names() -> None:
    files = [str(COURIER / "problem.ppddl"), str(COURIER / "domain.ppddl")]
    models = models_of(["elevators:p1", *files])
    assert [model.domain.name for model in models] == ["elevators", "courier"]


def test_a_problem_without_its_domain_is_refused() -> None:
    with pytest.raises(PpddlError, match="no file defines the domain courier"):
        models_of([str(COURIER / "problem.ppddl")])


def test_a_domain_without_a_problem_is_refused() -> None:
    with pytest.raises(SettingsError, match="no problem"):
        models_of([str(COURIER / "domain.ppddl")])


def test_two_problems_of_one_name_are_refused(tmp_path: Path) -> None:
    text = (COURIER / "problem.ppddl").read_text(encoding="utf-8")
    (tmp_path / "other.ppddl").write_text(text, encoding="utf-8")
    files = [COURIER / "domain.ppddl", COURIER / "problem.ppddl", tmp_path / "other.ppddl"]
    with pytest.raises(SettingsError, match="two problems named two-parcels"):
        models_of([str(file) for file in files])
