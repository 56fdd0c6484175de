"""What is said about the column that is looked at, as all formats show it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from lamp.reporting.duels import Duels
from lamp.reporting.focus import LEVEL, Focus, Score, Scores
from lamp.reporting.tables import Cell, Comparison, Table
from lamp.reporting.wording import MISSING, levels, number


class Words(NamedTuple):
    """A table as texts."""

    headings: list[str]
    rows: list[list[str]]


def title(name: str) -> str:
    """The heading of everything about a column."""
    return f"{name} against the others"


def note(name: str) -> str:
    """What the scores mean."""
    return (
        f"Rows in which {name} is significantly better : worse than UCT, than the best fixed α of "
        "the row, and than the better of these two; then the best α against UCT. The best is the "
        "one with the best mean of the same runs, which favours it a little. Significant is "
        f"p < {LEVEL:.4g}, the paper's level, however many columns there are."
    )


def headline(name: str, scores: Scores) -> str:
    """What came of all tables, as a sentence."""
    parts = [
        f"{than} in {score.better} of {score.rows} rows and worse in {score.worse}"
        for than, score in (("UCT", scores.uct), ("the best α of each row", scores.alpha))
        if score.rows
    ]
    return f"{name} is significantly better than {'; than '.join(parts)}." if parts else ""


def score_headings(name: str) -> list[str]:
    """What stands above the scores of a table."""
    return [f"{name}: UCT", f"{name}: best α", f"{name}: best of both", "best α: UCT"]


def score_texts(scores: Scores) -> list[str]:
    """The scores of a table."""
    return [_score(one) for one in scores]


def _score(score: Score) -> str:
    return f"{_pair(score)} of {score.rows}" if score.rows else ""


def _pair(score: Score) -> str:
    return f"{score.better} : {score.worse}"


def duel_title(name: str) -> str:
    """The heading of a column against each of the others."""
    return f"{name} against each column"


def duel_words(name: str, parts: Sequence[Duels]) -> Words:
    """A line for each other column; the first part is that of all, and knows every column."""
    first, *some = parts
    rows = [
        [other, _score(score), *(_short(one, other) for one in some)]
        for other, score in first.scores.items()
    ]
    return Words([f"{name} against", *(one.name for one in parts)], rows)


def _short(one: Duels, other: str) -> str:
    """A score; of how many rows is said only where some of them have no runs."""
    score = one.scores.get(other, Score(0, 0, 0))
    return _pair(score) if score.rows == one.rows else _score(score)


def duel_note(some: Sequence[Focus], parts: Sequence[Duels]) -> str:
    """What those scores mean, and how many rows there are."""
    return (
        f"Rows in which {some[0].name} is significantly better : worse than each other column. "
        f"{_rows(parts[1:])}Significant is p < {levels([one.table for one in some])}, the level "
        "of the tables and not the one above: 0.05 by the number of other columns (Bonferroni in "
        "each row)."
    )


def _rows(parts: Sequence[Duels]) -> str:
    """How many rows parts have whose cells do not say it."""
    if not parts:
        return ""
    numbers = {one.rows for one in parts}
    if len(numbers) == 1:
        known = f"Each name at the top but the first stands for {numbers.pop()} rows"
    else:
        known = f"Numbers of rows: {', '.join(f'{one.name} {one.rows}' for one in parts)}"
    return f"{known}; where fewer have runs, a cell says how many. "


def caption(one: Focus) -> str:
    """What the numbers of a table are."""
    table = one.table
    if table.optimum is None:
        return f"{table.metric.label} ({table.metric.direction})"
    return f"{table.metric.label}, distance to the optimum ({number(table.optimum, table)})"


def words(one: Focus) -> Words:
    """The rows of a table: UCT, the best fixed α, and the column that is looked at."""
    table = one.table
    headings = [table.axes.rows, "UCT", "best α", one.name, "against UCT", "against best α"]
    rows = [
        [
            row.label,
            _value(row.uct, table),
            _value(row.best, table) + ("" if row.alpha is None else _which(table, row.alpha)),
            _value(row.cell, table),
            standing(row.to_uct),
            standing(row.to_alpha),
        ]
        for row in one.rows
    ]
    return Words(headings, rows)


def _which(table: Table, column: int) -> str:
    return f" ({table.greediness[column]:g})"


def _value(cell: Cell | None, table: Table) -> str:
    if cell is None:
        return MISSING
    return number(cell.value if cell.distance is None else cell.distance, table)


def standing(comparison: Comparison | None) -> str:
    """How one stands against another."""
    if comparison is None:
        return MISSING
    if comparison.better:
        return "better"
    return "worse" if comparison.worse else "no difference"
