"""Tables in Markdown, as GitHub shows them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from lamp.errors import visible
from lamp.reporting.column_comparison import ColumnComparison, total
from lamp.reporting.column_comparison_text import (
    TextTable,
    count_headings,
    count_texts,
    headline,
    note,
    pairwise_note,
    pairwise_table,
    pairwise_title,
    text_table,
    title,
)
from lamp.reporting.column_comparison_text import caption as caption_of_comparison
from lamp.reporting.formatting import MISSING, Show, caption, legend, number, row_label, verdict
from lamp.reporting.pairwise_wins import pairwise_wins
from lamp.reporting.report import Report
from lamp.reporting.summary import PUBLISHED_ROWS, totals, wins
from lamp.reporting.tables import Table


def to_markdown(report: Report, shows: Sequence[Show] = (Show.RESULT,)) -> str:
    """A report in Markdown: the summary, then the tables, with the paper's below ours."""
    lines = [f"# Results of {escaped(report.name)}", "", *_summary(report)]
    comparisons = {id(comparison.table): comparison for comparison in report.column_comparisons}
    if report.column_comparisons:
        lines += [
            "",
            *_win_counts(report.column_comparisons),
            *_pairwise(report.column_comparisons),
        ]
    for table in report.tables:
        lines += ["", f"## {escaped(table.title)}"]
        for show in shows:
            lines += ["", f"{escaped(caption(table, show))}.", "", *_ours(table, show)]
        if table.theirs and Show.RESULT in shows:
            lines += ["", "In the paper:", "", *_theirs(table)]
        if table.baseline is not None:
            lines += ["", f"{escaped(verdict(table, wins(table)))} {escaped(legend(table))}"]
        if id(table) in comparisons:
            lines += ["", *_column_comparison(comparisons[id(table)])]
    return "\n".join(lines) + "\n"


def escaped(text: str) -> str:
    """A text in which nothing is Markdown or HTML."""
    return re.sub(r"([\\`*_\[\]<>#|~&$])", r"\\\1", visible(text))


def marked(text: str, *, best: bool, significant: bool) -> str:
    """A text, underlined if it is the best of its row and bold if it is significant."""
    text = f"**{text}**" if significant else text
    return f"<u>{text}</u>" if best else text


def _ours(table: Table, show: Show) -> Iterator[str]:
    rows = []
    for index in range(len(table.rows)):
        row = [escaped(row_label(table, index))]
        for cell in table.row(index):
            better = bool(cell and cell.comparison and cell.comparison.better)
            best = bool(cell and cell.best and show is Show.RESULT)
            row.append(marked(escaped(show.text(cell, table)), best=best, significant=better))
        rows.append(row)
    yield from _lines(_headings(table, range(len(table.columns))), rows)


def _theirs(table: Table) -> Iterator[str]:
    columns = table.their_columns
    rows = []
    for index in range(len(table.rows)):
        row = [escaped(row_label(table, index))]
        for theirs in (table.theirs.get((index, column)) for column in columns):
            if theirs is None:
                row.append(MISSING)
            else:
                text = number(theirs.value, table)
                row.append(marked(text, best=theirs.best, significant=theirs.significant))
        rows.append(row)
    yield from _lines(_headings(table, columns), rows)


def _headings(table: Table, columns: Iterable[int]) -> list[str]:
    corner = f"{table.axes.rows} ↓ {table.axes.columns} →"
    headings = [corner, *(table.heading(column) for column in columns)]
    return [escaped(heading) for heading in headings]


def _summary(report: Report) -> Iterator[str]:
    headings = ["problem", "LAMP dominates", "in the paper", "UCT dominates", "unlike the paper"]
    rows = []
    for table in report.tables:
        won = wins(table)
        published = "" if won.published is None else f"{won.published} of {won.published_rows}"
        different = f"{won.different} of {won.beside} cells" if won.beside else ""
        ours = [f"{won.lamp} of {won.rows} rows", published, f"{won.uct} of {won.rows} rows"]
        rows.append([escaped(table.title), *ours, different])
    for half in totals(report.tables):
        counts = [
            f"{half.won_rows} of {half.rows} rows",
            f"{half.published_rows} of {PUBLISHED_ROWS}",
        ]
        rows.append([escaped(f"all of {', '.join(half.families)}"), *counts, "", ""])
    yield from _lines(headings, rows)


def _win_counts(comparisons: Sequence[ColumnComparison]) -> Iterator[str]:
    """The column that is looked at against the others, table by table."""
    name = comparisons[0].name
    yield from [f"## {escaped(title(name))}", "", escaped(headline(name, total(comparisons))), ""]
    rows = [
        [comparison.table.title, *count_texts(comparison.win_counts)] for comparison in comparisons
    ]
    rows += [["all", *count_texts(total(comparisons))]] if len(comparisons) > 1 else []
    yield from _words(TextTable(["problem", *count_headings(name)], rows))
    yield from ["", escaped(note(name))]


def _pairwise(comparisons: Sequence[ColumnComparison]) -> Iterator[str]:
    """The column that is looked at against each of the others."""
    groups = pairwise_wins(comparisons)
    if groups:
        name = comparisons[0].name
        yield from ["", f"### {escaped(pairwise_title(name))}", ""]
        yield from _words(pairwise_table(name, groups))
        yield from ["", escaped(pairwise_note(comparisons, groups))]


def _column_comparison(comparison: ColumnComparison) -> Iterator[str]:
    """The compared column with UCT and the best greediness, row by row."""
    yield from [f"{escaped(f'{title(comparison.name)}: {caption_of_comparison(comparison)}')}.", ""]
    yield from _words(text_table(comparison))


def _words(table: TextTable) -> Iterator[str]:
    """A table of texts that are not Markdown."""
    headings, *rows = [[escaped(text) for text in row] for row in (table.headings, *table.rows)]
    yield from _lines(headings, rows)


def _lines(headings: Sequence[str], rows: Iterable[Sequence[str]]) -> Iterator[str]:
    """A table, numbers at the right."""
    yield f"| {' | '.join(headings)} |"
    yield f"|---|{'---:|' * (len(headings) - 1)}"
    for row in rows:
        yield f"| {' | '.join(row)} |"
