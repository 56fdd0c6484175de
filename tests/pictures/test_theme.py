"""Colours of pictures."""

from __future__ import annotations

import re

import pytest

from lamp.landmarks.drawing.theme import STYLE as DRAWING_STYLE
from lamp.pictures.theme import DARK, HUES, LIGHT, RULES
from tests.support.colours import colours_of, contrast


def test_every_colour_is_defined_in_both_themes() -> None:
    used = {*re.findall(r"var\(--([\w-]+)\)", RULES)}
    for theme in (LIGHT, DARK):
        assert used <= {*colours_of(theme)}


def test_pictures_and_landmark_drawings_use_the_same_colours() -> None:
    light, dark = DRAWING_STYLE.split("@media")
    for theme, drawing in ((LIGHT, light), (DARK, dark)):
        for name in ("paper", "ink", "soft-ink", "goal", "goal-line"):
            assert colours_of(theme)[name] == colours_of(drawing)[name]


@pytest.mark.parametrize("theme", [LIGHT, DARK])
def test_texts_and_lines_have_enough_contrast(theme: str) -> None:
    found = colours_of(theme)
    for back in ("paper", "panel", "goal", "place", "bare"):
        assert contrast(found["ink"], found[back]) >= 7
    assert contrast(found["soft-ink"], found["paper"]) >= 4.5
    for line in ("goal-line", "place-line", "bare-line", "trail", "danger", "person"):
        assert contrast(found[line], found["paper"]) >= 3
    for hue in (*HUES, found["coin"]):
        assert contrast("#14181f", hue) >= 7
