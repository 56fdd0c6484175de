"""The width of texts in drawings."""

from __future__ import annotations

from lamp.drawing.svg.text import cut, text_width


def test_a_long_text_is_cut_to_the_width() -> None:
    assert cut("at f1 p3", 100, 13) == "at f1 p3"
    assert cut("a" * 99, 100, 13).endswith("a…")
    assert text_width(cut("a" * 99, 100, 13), 13) <= 100
