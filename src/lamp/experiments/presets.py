"""The paper's experiments, as grids."""

from __future__ import annotations

from lamp.errors import SettingsError
from lamp.experiments.grid import Grid
from lamp.experiments.reading import parse_grid

_AXES = """
runs = 75
[settings]
rollouts = [5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000]
greediness = [0, 0.2, 0.5, 0.8, 1]
"""
_PROBLEMS = {
    "figure-2": '"prob_blocksworld:p5", "elevators:p5", "zenotravel:p5"',
    "figure-3": '"exploding_blocksworld:p4", "tireworld:p15", "triangle_tireworld:p2"',
    "figures": (
        '"prob_blocksworld:p5", "elevators:p5", "zenotravel:p5",\n'
        '  "exploding_blocksworld:p4", "tireworld:p15", "triangle_tireworld:p2"'
    ),
    "appendix": (
        '"prob_blocksworld", "elevators", "zenotravel",\n'
        '  "exploding_blocksworld", "tireworld", "triangle_tireworld"'
    ),
}
PRESETS = tuple(_PROBLEMS)
"""Their names: average cost, success rate, both, and all 58 problems."""


def preset_text(name: str) -> str:
    """One of the paper's grids as a text to start from."""
    if name not in _PROBLEMS:
        raise SettingsError(
            f"there is no preset {name!r}", remedy=f"There are {', '.join(PRESETS)}"
        )
    return f"problems = [\n  {_PROBLEMS[name]},\n]{_AXES}"


def preset(name: str) -> Grid:
    """One of the paper's grids."""
    return parse_grid(preset_text(name), name)
