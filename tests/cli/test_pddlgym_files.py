"""Commands on files of PDDLGym."""

from __future__ import annotations

import json

from tests.support.cli import lamp

FILES = [f"examples/pddlgym/{name}.pddl" for name in ("domain", "problem")]


def test_commands_take_files_of_pddlgym_as_they_are() -> None:
    checked = json.loads(lamp("check", *FILES, "--json").stdout)
    assert any("PDDLGym" in warning for warning in checked["warnings"])
    solved = json.loads(lamp("solve", *FILES, "--json", "--seed", "1").stdout)
    assert "(pick-up shed)" in json.dumps(solved)


def test_a_domain_of_pddlgym_alone_is_checked_with_the_same_note() -> None:
    checked = json.loads(lamp("check", FILES[0], "--json").stdout)
    assert any("PDDLGym" in warning for warning in checked["warnings"])
