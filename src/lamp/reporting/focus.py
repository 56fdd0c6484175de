"""One column against the others: whether it is as good as the best greediness, not knowing that.

And in how many rows it dominates each other column, as ablations ask.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from lamp.errors import SettingsError
from lamp.reporting.axes import axis_text
from lamp.reporting.metrics import TTest
from lamp.reporting.tables import SIGNIFICANCE, Cell, Comparison, Table, compared

USUAL = "auto"
"""The column that is looked at, if there is one and no other was named."""
LEVEL = SIGNIFICANCE / 4
"""Below which a p-value is significant here: the paper's level, however many columns there are.

What is compared with what was fixed before there were results, and is as many comparisons in a row
as in the paper; other columns do not matter to it.
"""


class Score(NamedTuple):
    """In how many rows of a table one dominates another."""

    rows: int
    """In which both are there."""
    better: int
    worse: int


class FocusRow(NamedTuple):
    """A row of a table: the column that is looked at, and its rivals."""

    label: str
    cell: Cell | None
    uct: Cell | None
    alpha: int | None
    """The column of the paper's algorithm with the best mean, but for UCT."""
    best: Cell | None
    """The cell there."""
    to_uct: Comparison | None
    to_alpha: Comparison | None
    to_both: Comparison | None
    """Against that column or UCT, whichever has the better mean."""
    alpha_to_uct: Comparison | None


class Scores(NamedTuple):
    """What comes of all rows."""

    uct: Score
    alpha: Score
    both: Score
    alpha_over_uct: Score


@dataclass(frozen=True, slots=True)
class Focus:
    """A column of a table against UCT, the best of the paper's greediness values, and others."""

    table: Table
    name: str
    rows: tuple[FocusRow, ...]
    duels: dict[str, Score]
    """The column against every other one, by its heading, at the table's own level.

    Empty where all others are the paper's algorithm, in every table.
    """

    @property
    def scores(self) -> Scores:
        """In how many rows it, and the best greediness, dominate."""
        return Scores(
            _score(row.to_uct for row in self.rows),
            _score(row.to_alpha for row in self.rows),
            _score(row.to_both for row in self.rows),
            _score(row.alpha_to_uct for row in self.rows),
        )


def focus_on(tables: Sequence[Table], name: str, t_test: TTest) -> list[Focus]:
    """The tables that have a column of some name, and something to compare it with."""
    wanted = name or USUAL
    places = [_column(table, wanted) for table in tables]
    if name and all(place is None for place in places):
        known = dict.fromkeys(table.heading(at) for table in tables for at in _columns(table))
        raise SettingsError(f"there is no column {name}", remedy=f"There are {', '.join(known)}")
    found = [
        (table, place)
        for table, place in zip(tables, places, strict=True)
        if place is not None and _rivals(table, place)
    ]
    beyond = any(_goes_beyond(table, place) for table, place in found)
    return [
        Focus(
            table,
            wanted,
            tuple(_row(table, at, place, t_test) for at in range(len(table.rows))),
            _duels(table, place, t_test) if beyond else {},
        )
        for table, place in found
    ]


def total(some: Sequence[Focus]) -> Scores:
    """The scores of all tables together."""
    every = [one.scores for one in some]
    return Scores(*(_sum(scores[at] for scores in every) for at in range(len(Scores._fields))))


def total_duels(some: Sequence[Focus]) -> dict[str, Score]:
    """The duels of all tables together; a column may be missing in some of them."""
    names = dict.fromkeys(name for one in some for name in one.duels)
    return {name: _sum(one.duels[name] for one in some if name in one.duels) for name in names}


def _sum(some: Iterable[Score]) -> Score:
    listed = list(some)
    return Score(
        sum(one.rows for one in listed),
        sum(one.better for one in listed),
        sum(one.worse for one in listed),
    )


def _columns(table: Table) -> range:
    return range(len(table.columns))


def _column(table: Table, name: str) -> int | None:
    names = (axis_text(one) for one in table.columns)
    found = [at for at, text in enumerate(names) if name in (text, table.heading(at))]
    return found[0] if found else None


def _rivals(table: Table, place: int) -> list[int]:
    """The columns that are the paper's algorithm, UCT among them."""
    return [at for at in _others(table, place) if table.greediness[at] is not None]


def _others(table: Table, place: int) -> list[int]:
    return [at for at in _columns(table) if at != place]


def _goes_beyond(table: Table, place: int) -> bool:
    """Whether another column is not the paper's algorithm."""
    return len(_rivals(table, place)) < len(_others(table, place))


def _duels(table: Table, place: int, t_test: TTest) -> dict[str, Score]:
    """As many comparisons in a row as the table's level is for."""
    rows = [table.row(at) for at in range(len(table.rows))]
    return {
        table.heading(other): _score(
            _against(table, (row[place], row[other]), t_test, table.level) for row in rows
        )
        for other in _others(table, place)
    }


def _row(table: Table, row: int, place: int, t_test: TTest) -> FocusRow:
    cells = table.row(row)
    known = [at for at in _rivals(table, place) if cells[at]]
    alpha = _best(table, cells, [at for at in known if table.greediness[at]])
    both = _best(table, cells, known)
    cell, best = cells[place], None if alpha is None else cells[alpha]
    uct = None if table.baseline in (None, place) else cells[table.baseline]

    def against(one: Cell | None, other: Cell | None) -> Comparison | None:
        return _against(table, (one, other), t_test, LEVEL)

    return FocusRow(
        label=axis_text(table.rows[row]),
        cell=cell,
        uct=uct,
        alpha=alpha,
        best=best,
        to_uct=against(cell, uct),
        to_alpha=against(cell, best),
        to_both=against(cell, None if both is None else cells[both]),
        alpha_to_uct=against(best, uct),
    )


def _against(
    table: Table, pair: tuple[Cell | None, Cell | None], t_test: TTest, level: float
) -> Comparison | None:
    one, other = pair
    if one is None or other is None:
        return None
    return compared(table, (one.tally, other.tally), t_test, level)


def _best(table: Table, cells: Sequence[Cell | None], places: Iterable[int]) -> int | None:
    """The place of the best mean; of several, the first."""
    values = {at: cell.value for at in places if (cell := cells[at])}
    return max(values, key=lambda at: table.metric.gain(values[at], 0.0)) if values else None


def _score(some: Iterable[Comparison | None]) -> Score:
    known = [one for one in some if one]
    return Score(len(known), sum(one.better for one in known), sum(one.worse for one in known))
