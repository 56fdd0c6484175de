"""Colours: defined once, in both themes, with enough contrast."""

from __future__ import annotations

import re

import pytest

from lamp.drawing.domains.style import DARK, LIGHT, RULES
from lamp.drawing.palette import BLOCK_COLOURS, BLOCK_INK, PALETTE
from lamp.landmarks import to_svg
from tests.support.colours import colours_of, contrast
from tests.support.landmark_drawings import TANGLE, drawn_task
from tests.support.paths import ROOT

THEMES = {
    "light": {name: colour.light for name, colour in PALETTE.items()},
    "dark": {name: colour.dark for name, colour in PALETTE.items()},
}


def test_pictures_of_domains_define_every_colour_that_they_use() -> None:
    used = {*re.findall(r"var\(--([\w-]+)\)", RULES)}
    for theme in (LIGHT, DARK):
        assert used <= {*colours_of(theme)}


def test_colours_outside_the_themes_are_those_of_blocks() -> None:
    assert {*re.findall(r"#\w{6}", RULES)} == {*BLOCK_COLOURS, BLOCK_INK, "#ffffff"}


def test_a_drawing_of_landmarks_defines_every_colour_that_it_uses() -> None:
    svg = to_svg(TANGLE, drawn_task(12))
    light, dark = svg.split("@media")
    for theme in (light, dark):
        assert {*re.findall(r"var\(--([\w-]+)\)", svg)} <= {*colours_of(theme)}


def test_the_page_of_the_server_has_the_colours_of_the_palette() -> None:
    style = (ROOT / "src/lamp/web/static/theme.css").read_text(encoding="utf-8")
    light, system_dark, chosen_dark = style.split(" color-scheme: ")[1:]
    assert "light;" in light
    for theme, block in (("light", light), ("dark", system_dark), ("dark", chosen_dark)):
        colours = colours_of(block)
        assert len(colours) > 20
        assert colours == {name: THEMES[theme][name] for name in colours}


def test_both_dark_themes_of_the_page_define_the_colours_of_the_light_one() -> None:
    style = (ROOT / "src/lamp/web/static/theme.css").read_text(encoding="utf-8")
    light, *dark = (colours_of(block) for block in style.split(" color-scheme: ")[1:])
    assert [{*block} for block in dark] == [{*light}, {*light}]


@pytest.mark.parametrize("theme", THEMES)
def test_texts_and_lines_have_enough_contrast(theme: str) -> None:
    colours = THEMES[theme]
    for back in ("paper", "panel", "goal", "place", "bare"):
        assert contrast(colours["ink"], colours[back]) >= 7
    assert contrast(colours["soft-ink"], colours["paper"]) >= 4.5
    for line in ("goal-line", "place-line", "bare-line", "trail", "danger", "person"):
        assert contrast(colours[line], colours["paper"]) >= 3
    for fill in (*BLOCK_COLOURS, colours["coin"]):
        assert contrast(BLOCK_INK, fill) >= 7
