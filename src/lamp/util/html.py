"""Tables for notebooks: plain HTML without colours, for light and dark pages."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

MOST_ROWS = 50
"""More rows are counted, not shown."""


def table(caption: str, heads: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """A table as HTML; every text is escaped, and numbers are right-aligned."""
    all_rows = list(rows)
    body = [_row("td", row) for row in all_rows[:MOST_ROWS]]
    if len(all_rows) > MOST_ROWS:
        body.append(_row("td", [f"… and {len(all_rows) - MOST_ROWS:,} more"]))
    return (
        f'<table><caption style="text-align:left">{escape(caption)}</caption>'
        f"<thead>{_row('th', heads)}</thead><tbody>{''.join(body)}</tbody></table>"
    )


def _row(tag: str, cells: Sequence[object]) -> str:
    return f"<tr>{''.join(_cell(tag, cell) for cell in cells)}</tr>"


def _cell(tag: str, cell: object) -> str:
    side = "right" if isinstance(cell, int | float) else "left"
    text = f"{cell:.4f}" if isinstance(cell, float) else str(cell)
    return f'<{tag} style="text-align:{side}">{escape(text)}</{tag}>'
