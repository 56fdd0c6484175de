"""Grids that are built in."""

from __future__ import annotations

import hashlib
from functools import cache

from lamp.experiments.grid_file import parse_grid
from lamp.experiments.presets import PRESETS, preset_text
from lamp.experiments.presets import preset as read_preset

preset = cache(read_preset)
"""Some have thousands of configurations."""


def test_the_paper_s_grids_are_built_in() -> None:
    assert {name: preset(name).total for name in PRESETS} == {
        "figure-2": 3 * 10 * 5 * 75,
        "figure-3": 3 * 10 * 5 * 75,
        "figures": 22_500,
        "appendix": 58 * 10 * 5 * 75,
        "ablation": 6 * 10 * (5 + 1 + 7 + 7) * 75,
        "ablation-appendix": 58 * 3 * (5 + 1) * 75,
        "planners": 6 * 3 * (2 + 1 + 3) * 75,
    }


def test_the_presets_beyond_the_paper_extend_those_of_the_paper() -> None:
    figures = {configuration.key for configuration in preset("figures").configurations}
    assert figures < {configuration.key for configuration in preset("ablation").configurations}
    fewer = [
        configuration
        for configuration in preset("appendix").configurations
        if configuration.settings.rollouts == 200
    ]
    assert {configuration.key for configuration in fewer} < {
        configuration.key for configuration in preset("ablation-appendix").configurations
    }


def test_keys_of_the_paper_s_presets_are_those_of_earlier_versions() -> None:
    digests = {"figures": "1655b36127781064", "appendix": "2ea8547617fe9b63"}
    for name, digest in digests.items():
        # In earlier versions, zenotravel was the released one.
        text = preset_text(name).replace('"zenotravel', '"zenotravel_released')
        keys = "".join(configuration.key for configuration in parse_grid(text).configurations)
        assert hashlib.sha256(keys.encode()).hexdigest()[:16] == digest
