"""The part of the page about one column: against UCT, the best greediness, each other column."""

from __future__ import annotations

from collections.abc import Sequence

from lamp.reporting.column_comparison import ColumnComparison, WinCount, total
from lamp.reporting.column_comparison_text import (
    caption,
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
from lamp.reporting.page.elements import classes, element, table_of, text
from lamp.reporting.pairwise_wins import pairwise_wins
from lamp.reporting.report import Report


def column_comparison(report: Report) -> str:
    """The section: rows of each table in which the column dominates, or is dominated."""
    if not report.column_comparisons:
        return ""
    name = report.column_comparisons[0].name
    sums = total(report.column_comparisons)
    numbers = {id(table): number for number, table in enumerate(report.tables)}
    headings = count_headings(name)
    rows = []
    for comparison in report.column_comparisons:
        link = element(
            "a", text(comparison.table.title), href=f"#table-{numbers[id(comparison.table)]}"
        )
        label = element("th", link, scope="row", data_problem=comparison.table.title.lower())
        rows.append([label, *_cells(count_texts(comparison.win_counts), headings)])
    if len(rows) > 1:
        rows.append([element("th", "all", scope="row"), *_cells(count_texts(sums), headings)])
    head = [element("th", text(name), scope="col") for name in ("problem", *headings)]
    return element(
        "section",
        element("h2", text(title(name))),
        element("p", text(headline(name, sums)), class_="headline"),
        element("div", table_of(head, rows, "summary"), class_="scroll"),
        element("p", text(note(name)), class_="note"),
        *_pairwise(report.column_comparisons),
        id="focus",
    )


def _cells(contents: list[str], names: list[str]) -> list[str]:
    """Cells with the names of their columns, for narrow screens."""
    return [
        element("td", text(content), data_name=name)
        for content, name in zip(contents, names, strict=True)
    ]


def _pairwise(comparisons: Sequence[ColumnComparison]) -> list[str]:
    """The column against each of the others: the more rows it wins, the more intense a cell."""
    groups = pairwise_wins(comparisons)
    if not groups:
        return []
    name = comparisons[0].name
    table = pairwise_table(name, groups)
    head = [element("th", _breakable(heading), scope="col") for heading in table.headings]
    rows = [
        [
            element("th", text(other), scope="row"),
            *(
                _pairwise_cell(content, group.win_counts.get(other))
                for content, group in zip(contents, groups, strict=True)
            ),
        ]
        for other, *contents in table.rows
    ]
    return [
        element("h3", text(pairwise_title(name))),
        element("div", table_of(head, rows, "pairwise"), class_="scroll", tabindex=0),
        element("p", text(pairwise_note(comparisons, groups)), class_="note"),
    ]


def _pairwise_cell(content: str, count: WinCount | None) -> str:
    if count is None or not count.rows:
        return element("td", text(content))
    share = (count.better - count.worse) / count.rows
    intensity = f"--heat:{abs(share):.2f}"
    return element("td", text(content), style=intensity, class_=classes(worse=share < 0))


def _breakable(name: str) -> str:
    """A name of a problem, which a narrow column may break."""
    return text(name).replace("_", "_<wbr />").replace(":", ":<wbr />")


def comparison_table(comparison: ColumnComparison) -> str:
    """UCT, the best greediness and the column, row by row."""
    table = text_table(comparison)
    head = [element("th", text(heading), scope="col") for heading in table.headings]
    rows = [
        [
            element("th", text(label), scope="row"),
            *(element("td", text(cell), class_=_standing(cell)) for cell in cells),
        ]
        for label, *cells in table.rows
    ]
    name = element("p", text(f"{title(comparison.name)}: {caption(comparison)}."), class_="note")
    return name + element("div", table_of(head, rows, "focus"), class_="scroll")


def _standing(content: str) -> str | None:
    return classes(better=content == "better", worse=content == "worse")
