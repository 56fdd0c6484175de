"""The sections of the page: summary, tables, cells, and how everything was made."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from lamp.reporting.axes import axis_text
from lamp.reporting.column_comparison import ColumnComparison
from lamp.reporting.formatting import caption, legend, number, signed, verdict
from lamp.reporting.page.column_comparison import comparison_table
from lamp.reporting.page.curves import legend as chart_legend
from lamp.reporting.page.curves import over_rows, over_time
from lamp.reporting.page.elements import classes, element, table_of, text
from lamp.reporting.page.heatmaps import heatmaps
from lamp.reporting.report import Report
from lamp.reporting.summary import PUBLISHED_ROWS, published_winners, totals, wins
from lamp.reporting.tables import Cell, Table

NOTE = (
    "A row is won where LAMP is significantly better than UCT with one {columns} at least; by "
    "UCT, where it is significantly better than LAMP with every {columns}. A square is a row, "
    "the fewest rollouts first: full where LAMP wins, crossed where UCT does. Unlike the paper are "
    "cells whose published number is unlikely (p < 0.05) beside ours; of cells that agree, 5 % are "
    "so by chance."
)
COLUMNS = (
    *("rows LAMP wins", "in the paper", "rows UCT wins", "unlike the paper"),
    "nearest to the optimum",
)


def summary(report: Report) -> str:
    """The rows in which LAMP or UCT dominates, table by table, with the paper's numbers."""
    rows = [_summary_row(index, table) for index, table in enumerate(report.tables)]
    for half in totals(report.tables):
        label = element("th", text(f"all of {', '.join(half.families)}"), scope="row")
        counts = [f"{half.won_rows} of {half.rows}", f"{half.published_rows} of {PUBLISHED_ROWS}"]
        rows.append([label, *_named([text(count) for count in (*counts, "", "", "")])])
    head = [element("th", text(name), scope="col") for name in ("problem", *COLUMNS)]
    table = element("div", table_of(head, rows, "summary"), class_="scroll")
    columns = report.choices.axes.columns
    note = element("p", text(NOTE.format(columns=columns)), class_="note")
    title = element("h2", "Who wins")
    return element("section", title, *_headline(report), table, note, id="summary")


def _named(contents: Iterable[str]) -> list[str]:
    """Cells of the summary, with the names of their columns for narrow screens."""
    pairs = zip(contents, COLUMNS, strict=True)
    return [element("td", content, data_name=name) for content, name in pairs]


def _headline(report: Report) -> Iterator[str]:
    won = [wins(table) for table in report.tables if table.baseline is not None]
    rows = sum(table.rows for table in won)
    if rows:
        sentence = f"LAMP dominates UCT in {sum(table.lamp for table in won)} of {rows} rows"
        if any(table.published is not None for table in won):
            theirs = sum(table.published or 0 for table in won)
            sentence += f"; in the paper, {theirs} of {sum(table.published_rows for table in won)}"
        yield element("p", text(f"{sentence}."), class_="headline")
    if report.done < report.planned:
        so_far = f"{report.done:,} of {report.planned:,} runs so far: all numbers are provisional."
        yield element("p", text(so_far), class_="warning")


def _summary_row(index: int, table: Table) -> list[str]:
    won = wins(table)
    link = element("a", text(table.title), href=f"#table-{index}")
    metric = element("small", text(table.metric.label))
    theirs = published_winners(table)
    contents = [
        text(f"{won.lamp} of {won.rows} ") + _strip(_row_winners(table)) if won.rows else "",
        text(f"{won.published} of {won.published_rows} ")
        + _strip(["lamp" * is_won for is_won in theirs])
        if theirs
        else "",
        text(f"{won.uct} of {won.rows}") if won.rows else "",
        text(f"{won.different} of {won.beside} cells" if won.beside else ""),
        _nearest(table, won.nearest),
    ]
    title = table.title.lower()
    return [element("th", link, metric, scope="row", data_problem=title), *_named(contents)]


def _row_winners(table: Table) -> list[str]:
    """For each row, what dominates: lamp, uct or neither."""
    winners = []
    for row in range(len(table.rows)):
        compared = [cell.comparison for cell in table.row(row) if cell and cell.comparison]
        if any(comparison.better for comparison in compared):
            winners.append("lamp")
        else:
            all_worse = compared and all(comparison.worse for comparison in compared)
            winners.append("uct" if all_worse else "")
    return winners


def _strip(winners: list[str]) -> str:
    """A small square for each row."""
    squares = [
        element("i", class_=classes(lamp=winner == "lamp", uct=winner == "uct"))
        for winner in winners
    ]
    return element("span", *squares, class_="strip", aria_hidden="true") if winners else ""


def _nearest(table: Table, cell: Cell | None) -> str:
    """The result nearest to the optimum, its distance, and its row and column."""
    if cell is None or table.optimum is None:
        return ""
    (row, column), _ = next(item for item in table.cells.items() if item[1] is cell)
    where = f"{axis_text(table.rows[row])} {table.axes.rows}, {table.heading(column)}"
    away = signed(cell.value - table.optimum, table)
    return text(f"{number(cell.value, table)} ({away}) ") + element("small", text(where))


def tables(report: Report) -> str:
    """An article for each table: heat maps and charts."""
    comparisons = {id(comparison.table): comparison for comparison in report.column_comparisons}
    articles = [
        _table(number, table, comparisons.get(id(table)))
        for number, table in enumerate(report.tables)
    ]
    return element("section", element("h2", "Tables and curves"), *articles, id="tables")


def _table(index: int, table: Table, comparison: ColumnComparison | None) -> str:
    note = legend(table).replace("Bold", "Bold with a star") if table.baseline is not None else ""
    sentence = f"{verdict(table, wins(table))} {note}" if table.baseline is not None else ""
    name = comparison.name if comparison else ""
    charts = [over_rows(table, name), over_time(table, name)]
    figure = ""
    if any(charts):
        drawn = element("div", *charts, class_="charts")
        figure = element("figure", chart_legend(table, name), drawn)
    return element(
        "article",
        element("h3", text(table.title)),
        element("p", text(f"{caption(table).removeprefix(f'{table.title}: ').capitalize()}.")),
        heatmaps(table),
        element("p", text(sentence), class_="note"),
        figure,
        comparison_table(comparison) if comparison else "",
        id=f"table-{index}",
        data_problem=table.title.lower(),
    )
