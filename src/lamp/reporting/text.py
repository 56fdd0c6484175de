"""Tables for a terminal, or for a plain text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from textwrap import wrap

from lamp.errors import readable
from lamp.reporting.column_comparison import ColumnComparison, total
from lamp.reporting.column_comparison_text import caption as caption_of_comparison
from lamp.reporting.column_comparison_text import (
    count_headings,
    count_texts,
    note,
    pairwise_note,
    pairwise_table,
    text_table,
    title,
)
from lamp.reporting.formatting import MISSING, Show, caption, levels, number, row_label, verdict
from lamp.reporting.pairwise_wins import PairwiseWins, pairwise_wins
from lamp.reporting.paper import Published
from lamp.reporting.report import Report
from lamp.reporting.summary import PUBLISHED_ROWS, Total, Wins, totals, wins
from lamp.reporting.tables import Cell, Table

PAPER = "paper"
GAP = 3
"""Between columns: two marks and a space."""
ROOM = 110
"""For columns; a table with more is shown in parts, one below the other."""
_UNDERLINED, _BOLD, _DIM, _PLAIN = "\x1b[4m", "\x1b[1m", "\x1b[2m", "\x1b[0m"


def to_text(report: Report, shows: Sequence[Show] = (Show.RESULT,), *, styled: bool = False) -> str:
    """A report as text; with the styles of a terminal, or with marks instead of them."""
    blocks = []
    for table in report.tables:
        blocks += ["\n".join(_table(table, show, styled=styled)) for show in shows]
    blocks += [
        "\n".join(_column_comparison(comparison)) for comparison in report.column_comparisons
    ]
    if report.column_comparisons:
        blocks.append("\n".join(_win_counts(report.column_comparisons)))
    together = pairwise_wins(report.column_comparisons)
    if together:
        blocks.append("\n".join(_pairwise(report.column_comparisons, together)))
    blocks.append("\n".join(_summary(report)))
    blocks.append("\n".join(_legend(report, styled=styled)))
    return "\n\n".join(blocks) + "\n"


def _table(table: Table, show: Show, *, styled: bool) -> Iterator[str]:
    """The lines of a table: the paper's numbers stand below ours, row by row."""
    yield readable(caption(table, show))
    headings = [readable(table.heading(column)) for column in range(len(table.columns))]
    lines = []
    for row in range(len(table.rows)):
        cells = [_Marked.ours(cell, table, show) for cell in table.row(row)]
        lines.append((readable(row_label(table, row)), cells))
        if show is Show.RESULT and any(table.their_row(row)):
            lines.append((PAPER, list(_their_row(table, row))))
    first = max(len(table.axes.rows), *(len(label) for label, _ in lines))
    widths = [
        max([len(heading), *(cells[column].width for _, cells in lines)]) + GAP
        for column, heading in enumerate(headings)
    ]
    for block in _blocks(widths):
        heads = [f"{headings[column]:>{widths[column] - GAP}}" for column in block]
        yield f"{table.axes.columns:>{first + 2 + sum(widths[column] for column in block) - GAP}}"
        yield f"{table.axes.rows:>{first}}  {(' ' * GAP).join(heads)}"
        for label, cells in lines:
            if label == PAPER and not any(cells[column].is_known for column in block):
                continue
            dim = styled and label == PAPER
            texts = [cells[column].shown(widths[column], styled) for column in block]
            line = f"{label:>{first}}  {''.join(texts)}".rstrip()
            yield f"{_DIM}{line}{_PLAIN}" if dim else line
    if show is Show.RESULT and table.baseline is not None:
        yield verdict(table, wins(table))


def _their_row(table: Table, row: int) -> Iterator[_Marked]:
    """The paper's cells of a row; columns that it does not have stay empty."""
    columns = table.their_columns
    for column, cell in enumerate(table.their_row(row)):
        yield _Marked.theirs(cell, table) if column in columns else _Marked("")


def _blocks(widths: Sequence[int]) -> Iterator[list[int]]:
    """The columns, as many at once as lines have room for."""
    block: list[int] = []
    for index, width in enumerate(widths):
        if block and sum(widths[column] for column in block) + width > ROOM:
            yield block
            block = []
        block.append(index)
    yield block


class _Marked:
    """A text with the marks of a cell."""

    def __init__(self, text: str, *, best: bool = False, significant: bool = False) -> None:
        self.text = text
        self.best = best
        self.significant = significant

    @classmethod
    def ours(cls, cell: Cell | None, table: Table, show: Show) -> _Marked:
        """One of our cells."""
        better = bool(cell and cell.comparison and cell.comparison.better)
        best = bool(cell and cell.best and show is Show.RESULT)
        return cls(show.text(cell, table), best=best, significant=better)

    @classmethod
    def theirs(cls, cell: Published | None, table: Table) -> _Marked:
        """One of the paper's."""
        if cell is None:
            return cls(MISSING)
        return cls(number(cell.value, table), best=cell.best, significant=cell.significant)

    @property
    def is_known(self) -> bool:
        """Whether there is anything."""
        return self.text not in ("", MISSING)

    @property
    def width(self) -> int:
        """The width of the text alone."""
        return len(self.text)

    def shown(self, width: int, styled: bool) -> str:
        """The text at the right of a width, with the gap after it, in which its marks stand."""
        star = "*" if self.significant else ""
        if not styled:
            marks = star + ("^" if self.best else "")
            return f"{self.text:>{width - GAP}}{marks:<{GAP}}"
        style = (_BOLD if self.significant else "") + (_UNDERLINED if self.best else "")
        text = f"{style}{self.text}{_PLAIN}" if style else self.text
        return f"{' ' * (width - GAP - self.width)}{text}{star:<{GAP}}"


def _legend(report: Report, *, styled: bool) -> Iterator[str]:
    level = levels(table for table in report.tables if table.baseline is not None)
    best = "underlined" if styled else "^"
    if level:
        yield f"*  LAMP dominates UCT in the same row, p < {level}; {best}  the best of its row"
    else:
        yield f"{best}  the best of its row"
    if any(not table.complete for table in report.tables):
        yield "(12)  the number of runs so far, where it is not the full one"


def _summary(report: Report) -> Iterator[str]:
    """The rows that LAMP wins, table by table."""
    rows: list[Sequence[str]] = []
    rows.append(("rows in which one dominates", "LAMP", "paper", "UCT", "unlike the paper"))
    rows += [(table.title, *_counts(wins(table))) for table in report.tables]
    rows += [_total(half) for half in totals(report.tables)]
    yield from _aligned(rows)


def _column_comparison(comparison: ColumnComparison) -> Iterator[str]:
    """The compared column with UCT and the best greediness, row by row."""
    yield readable(f"{comparison.table.title}: {caption_of_comparison(comparison)}")
    yield from _aligned(
        [text_table(comparison).headings, *text_table(comparison).rows], numbers=True
    )


def _win_counts(comparisons: Sequence[ColumnComparison]) -> Iterator[str]:
    name = comparisons[0].name
    rows = [[title(name), *count_headings(name)]]
    rows += [
        [comparison.table.title, *count_texts(comparison.win_counts)] for comparison in comparisons
    ]
    rows += [["all", *count_texts(total(comparisons))]] if len(comparisons) > 1 else []
    yield from _aligned(rows)
    yield from wrap(readable(note(name)), 100)


def _pairwise(
    comparisons: Sequence[ColumnComparison], groups: Sequence[PairwiseWins]
) -> Iterator[str]:
    """The column that is looked at against each of the others."""
    table = pairwise_table(comparisons[0].name, groups)
    rows = [table.headings, *table.rows]
    widths = [
        max(len(readable(row[column])) for row in rows) + 2 for column in range(1, len(rows[0]))
    ]
    for block in _blocks(widths):
        yield from _aligned([[row[0], *(row[column + 1] for column in block)] for row in rows])
    yield from wrap(readable(pairwise_note(comparisons, groups)), 100)


def _aligned(rows: Sequence[Sequence[str]], *, numbers: bool = False) -> Iterator[str]:
    """The lines of a table: names at the left, numbers at the right."""
    widths = [max(len(readable(row[column])) for row in rows) for column in range(len(rows[0]))]
    for first, *others in rows:
        texts = [
            f"{readable(text):>{width}}" for text, width in zip(others, widths[1:], strict=True)
        ]
        head = f"{readable(first):>{widths[0]}}" if numbers else f"{readable(first):<{widths[0]}}"
        yield "  ".join([head, *texts]).rstrip()


def _counts(won: Wins) -> tuple[str, str, str, str]:
    published = "" if won.published is None else f"{won.published} of {won.published_rows}"
    different = f"{won.different} of {won.beside} cells" if won.beside else ""
    return f"{won.lamp} of {won.rows}", published, f"{won.uct} of {won.rows}", different


def _total(total: Total) -> tuple[str, str, str, str, str]:
    """Half of the paper's experiments as a row of the summary."""
    return (
        f"all of {', '.join(total.families)}",
        f"{total.won_rows} of {total.rows}",
        f"{total.published_rows} of {PUBLISHED_ROWS}",
        "",
        "",
    )
