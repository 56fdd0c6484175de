"""`--help` of every command."""

from __future__ import annotations

from dataclasses import fields

import pytest

from lamp.grounding import Limits
from lamp.search import SETTINGS
from tests.support.cli import lamp


def test_help_shows_an_example_and_the_exit_codes() -> None:
    assert "Exit codes:\n    0    done\n" in lamp("--help").stdout
    assert "Examples:\n    lamp check domain.ppddl" in lamp("--help").stdout
    assert "lamp check examples/courier" in lamp("check", "--help").stdout
    assert lamp("--version").stdout.startswith("lamp, version ")


@pytest.mark.parametrize("command", ["benchmarks", "export", "generate", "landmarks", "check"])
def test_the_help_of_every_command_has_an_example(command: str) -> None:
    text = lamp(command, "--help").stdout
    assert f"lamp {command} " in text.partition("Example")[2]


def test_the_help_of_a_generator_has_ranges_and_defaults() -> None:
    text = lamp("generate", "elevators", "--help").stdout
    assert "number of floors, 2 to 50 [default: 3]" in text
    assert "lamp generate elevators --seed 7" in text


def test_the_help_names_all_limits() -> None:
    text = lamp("check", "--help").stdout
    names = ", ".join(["text_bytes", *(limit.name for limit in fields(Limits))])
    assert names in " ".join(text.split())


def test_the_help_of_solve_has_the_default_of_every_setting_that_is_true_or_false() -> None:
    text = " ".join(lamp("solve", "--help").stdout.split())
    flags = {
        name: setting.default
        for name, setting in SETTINGS.items()
        if isinstance(setting.default, bool)
    }
    assert flags
    for name, default in flags.items():
        option = name.replace("_", "-")
        shown = text.split(f"--{option} / --no-{option}")[1].partition(" --")[0]
        assert shown.endswith("[yes]" if default else "[no]")
