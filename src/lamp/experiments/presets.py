"""Grids that are built in: the paper's experiments, and those that go beyond it."""

from __future__ import annotations

from collections.abc import Iterator

from lamp.errors import SettingsError
from lamp.experiments.grid import Grid
from lamp.experiments.grid_file import parse_grid
from lamp.search import AUTO, PAPER, SETTINGS

_FIGURES = (
    '"prob_blocksworld:p5", "elevators:p5", "zenotravel:p5",\n'
    '  "exploding_blocksworld:p4", "tireworld:p15", "triangle_tireworld:p2"'
)
_APPENDIX = (
    '"prob_blocksworld", "elevators", "zenotravel",\n'
    '  "exploding_blocksworld", "tireworld", "triangle_tireworld"'
)
_PROBLEMS = {
    "figure-2": '"prob_blocksworld:p5", "elevators:p5", "zenotravel:p5"',
    "figure-3": '"exploding_blocksworld:p4", "tireworld:p15", "triangle_tireworld:p2"',
    "figures": _FIGURES,
    "appendix": _APPENDIX,
    "ablation": _FIGURES,
    "ablation-appendix": _APPENDIX,
    "planners": _FIGURES,
}
_ROLLOUTS = "[5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000]"
_FEW_ROLLOUTS = "[20, 200, 1000]"
_GREEDINESS = (0, 0.2, 0.5, 0.8, 1)
"""The paper's; with 0, its algorithm is UCT."""
PRESETS = tuple(_PROBLEMS)
"""Their names: average cost, success rate, both, and all 58 problems; then what goes beyond."""


def preset_text(name: str) -> str:
    """A built-in grid as a text to start from."""
    if name not in _PROBLEMS:
        raise SettingsError(
            f"there is no preset {name!r}", remedy=f"There are {', '.join(PRESETS)}"
        )
    return "\n".join([f"problems = [\n  {_PROBLEMS[name]},\n]\nruns = 75", *_other_keys(name), ""])


def _other_keys(name: str) -> Iterator[str]:
    if name == "ablation":
        variants = [*_paper_s(), *_usual(), *_without(), *_alone()]
        yield from ["[settings]", f"rollouts = {_ROLLOUTS}", *variants]
    elif name == "ablation-appendix":
        yield from ["[settings]", f"rollouts = {_FEW_ROLLOUTS}", *_paper_s(), *_usual()]
    elif name == "planners":
        yield from ["[settings]", f"rollouts = {_FEW_ROLLOUTS}", *_planners()]
    else:
        yield "paper = true             # the paper's algorithm, not all that lamp can do"
        greediness = ", ".join(map(str, _GREEDINESS))
        yield from ["[settings]", f"rollouts = {_ROLLOUTS}", f"greediness = [{greediness}]"]


def _paper_s() -> Iterator[str]:
    """The paper's columns; the configurations are those of its presets, which they can extend."""
    for greediness in _GREEDINESS:
        name = f"α {greediness}" if greediness else "UCT"
        yield from _variant(name, "paper = true", f"greediness = {greediness}")


def _usual() -> Iterator[str]:
    yield from _variant(AUTO)


def _planners() -> Iterator[str]:
    """The LandmarkPlan family: by sampling and by dynamic programming."""
    yield from _variant("UCT", "paper = true", "greediness = 0")
    yield from _variant("α 0.5", "paper = true", "greediness = 0.5")
    yield from _usual()
    for greediness in (0, 0.2, 0.5):
        yield from _variant(
            f"LRTDP {greediness}", 'planner = "lrtdp"', "paper = true", f"greediness = {greediness}"
        )


def _without() -> Iterator[str]:
    """All ingredients but one, which has the paper's value."""
    for name in PAPER:
        yield from _variant(f"without {_ingredient(name)}", f"{name} = {_toml(PAPER[name])}")


def _alone() -> Iterator[str]:
    """The paper's algorithm with one ingredient; its greediness is 0.5 but in one case."""
    for name in PAPER:
        value = f"{name} = {_toml(SETTINGS[name].default)}"
        yield from _variant(f"only {_ingredient(name)}", "paper = true", value)


def _variant(name: str, *lines: str) -> Iterator[str]:
    yield from ["[[variants]]", f'name = "{name}"', *lines]


def _ingredient(setting: str) -> str:
    return AUTO if setting == "greediness" else setting


def _toml(value: object) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    return f'"{value}"' if isinstance(value, str) else str(value)


def preset(name: str) -> Grid:
    """A built-in grid."""
    return parse_grid(preset_text(name), name)
