"""Colours of drawings, pictures, reports and the page of `lamp serve`: each is defined here once.

The hues are those of Okabe and Ito (Color Universal Design, 2008), a little darker on white and
lighter on black so that each has a contrast of 3 at least; readers with any common kind of colour
blindness can tell them apart. `web/static/theme.css` repeats the colours of the page; a test
compares it with this file.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple


class Colour(NamedTuple):
    """A colour on a light page, and its counterpart on a dark one."""

    light: str
    dark: str


PALETTE = {
    # Surfaces and text.
    "paper": Colour("#ffffff", "#12161d"),
    "panel": Colour("#f4f6f9", "#1b212b"),
    "ink": Colour("#1b2430", "#e8ecf3"),
    "soft-ink": Colour("#566173", "#a3aec0"),
    "rule": Colour("#d5dae2", "#353e4c"),
    "edge": Colour("#828d9f", "#6b778a"),
    # Controls and messages.
    "accent": Colour("#2d5dbd", "#7aa5ff"),
    "on-accent": Colour("#ffffff", "#0c1420"),
    "bad": Colour("#b3261e", "#ff9a90"),
    "bad-paper": Colour("#fdecea", "#3c1a17"),
    "warning": Colour("#8a5300", "#e2b04a"),
    "warning-paper": Colour("#fff3dc", "#362a10"),
    "good": Colour("#1a7a43", "#4fc985"),
    "good-paper": Colour("#dff5e6", "#12351f"),
    # The two ends of heat maps: they differ in lightness as well, for print.
    "warm": Colour("#8db7f0", "#2a60ad"),
    "cold": Colour("#f3b269", "#8f5310"),
    # Curves of charts.
    "series-0": Colour("#1b2430", "#e8ecf3"),
    "series-1": Colour("#0072b2", "#56b4e9"),
    "series-2": Colour("#c25400", "#ff9a4d"),
    "series-3": Colour("#00825f", "#2fc795"),
    "series-4": Colour("#a8488c", "#e58cc8"),
    "series-5": Colour("#8a6d00", "#e6d33f"),
    "optimum": Colour("#1c8549", "#4fc985"),
    # Landmarks, by kind: the box and its border.
    "simple": Colour("#eaf1fe", "#1b2b4b"),
    "simple-line": Colour("#3f6fd1", "#7aa5ff"),
    "choice": Colour("#fff3dc", "#362a10"),
    "choice-line": Colour("#a86d0c", "#e2b04a"),
    "goal": Colour("#dff5e6", "#12351f"),
    "goal-line": Colour("#1c8549", "#4fc985"),
    "trivial": Colour("#f4f5f7", "#1d222b"),
    "trivial-line": Colour("#b4bcc8", "#4b5566"),
    "achieved": Colour("#dde2ea", "#2a3240"),
    "pursued": Colour("#ffd166", "#e2b04a"),
    "on-pursued": Colour("#1b2430", "#12161d"),
    # Orderings, by type.
    "necessary": Colour("#1b2430", "#f2f5fa"),
    "greedy": Colour("#4c5a70", "#b3bfd2"),
    "natural": Colour("#7d8aa0", "#7f8da4"),
    "to-goal": Colour("#b3bccb", "#566279"),
    # Pictures of domains.
    "place": Colour("#eaf1fe", "#1b2b4b"),
    "place-line": Colour("#3f6fd1", "#7aa5ff"),
    "bare": Colour("#fdf0e4", "#38220f"),
    "bare-line": Colour("#b95000", "#ff9a4d"),
    "road": Colour("#9aa5b5", "#66738a"),
    "trail": Colour("#0072b2", "#56b4e9"),
    "car": Colour("#0072b2", "#56b4e9"),
    "pane": Colour("#dcecf7", "#12304a"),
    "danger": Colour("#c43c00", "#ff8355"),
    "rubber": Colour("#1b2430", "#dfe4ec"),
    "rim": Colour("#c9d0da", "#4b5566"),
    "coin": Colour("#f0c419", "#e6c93f"),
    "coin-line": Colour("#7d6200", "#fff0a0"),
    "shaft": Colour("#e6eaf0", "#222a36"),
    "wood": Colour("#b98a5a", "#8a6a48"),
    "person": Colour("#7d3c78", "#e58cc8"),
}

BLOCK_COLOURS = (
    "#f2bd57", "#8ccdf2", "#5fc4a5", "#f1e875", "#79ade0", "#f09a6e", "#e2a6c9", "#c3cad6",
)  # fmt: skip
"""Fills of blocks: the same on light and dark pages, with `BLOCK_INK` as the colour of text."""
BLOCK_INK = "#14181f"

FONT = 'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif'


def declarations(lines: Iterable[str], *, dark: bool, indent: str = "  ") -> str:
    """CSS custom properties, such as `--ink: #1b2430;`; each line has names of colours."""
    return "".join(
        f"{indent}{' '.join(_declaration(name, dark=dark) for name in line.split())}\n"
        for line in lines
    )


def _declaration(name: str, *, dark: bool) -> str:
    colour = PALETTE[name]
    return f"--{name}: {colour.dark if dark else colour.light};"
