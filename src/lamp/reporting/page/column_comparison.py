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
    """In how many rows of each table the column dominates, or is dominated."""
    if not report.column_comparisons:
        return ""
    name = report.column_comparisons[0].name
    sums = total(report.column_comparisons)
    places = {id(table): at for at, table in enumerate(report.tables)}
    headings = count_headings(name)
    rows = []
    for one in report.column_comparisons:
        link = element("a", text(one.table.title), href=f"#table-{places[id(one.table)]}")
        label = element("th", link, scope="row", data_problem=one.table.title.lower())
        rows.append([label, *_cells(count_texts(one.win_counts), headings)])
    if len(rows) > 1:
        rows.append([element("th", "all", scope="row"), *_cells(count_texts(sums), headings)])
    head = [element("th", text(one), scope="col") for one in ("problem", *headings)]
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
    """Cells that say their names where there is no room for columns."""
    return [
        element("td", text(content), data_name=name)
        for content, name in zip(contents, names, strict=True)
    ]


def _pairwise(some: Sequence[ColumnComparison]) -> list[str]:
    """The column against each of the others: the warmer a cell, the more rows it wins."""
    parts = pairwise_wins(some)
    if not parts:
        return []
    found = pairwise_table(some[0].name, parts)
    head = [element("th", _breakable(name), scope="col") for name in found.headings]
    rows = [
        [
            element("th", text(other), scope="row"),
            *(
                _pairwise_cell(content, part.win_counts.get(other))
                for content, part in zip(contents, parts, strict=True)
            ),
        ]
        for other, *contents in found.rows
    ]
    return [
        element("h3", text(pairwise_title(some[0].name))),
        element("div", table_of(head, rows, "pairwise"), class_="scroll", tabindex=0),
        element("p", text(pairwise_note(some, parts)), class_="note"),
    ]


def _pairwise_cell(content: str, score: WinCount | None) -> str:
    if score is None or not score.rows:
        return element("td", text(content))
    share = (score.better - score.worse) / score.rows
    intensity = f"--heat:{abs(share):.2f}"
    return element("td", text(content), style=intensity, class_=classes(worse=share < 0))


def _breakable(name: str) -> str:
    """A name of a problem, which a narrow column may break."""
    return text(name).replace("_", "_<wbr />").replace(":", ":<wbr />")


def comparison_table(one: ColumnComparison) -> str:
    """UCT, the best greediness and the column, row by row."""
    found = text_table(one)
    head = [element("th", text(heading), scope="col") for heading in found.headings]
    rows = [
        [
            element("th", text(label), scope="row"),
            *(element("td", text(cell), class_=_standing(cell)) for cell in cells),
        ]
        for label, *cells in found.rows
    ]
    name = element("p", text(f"{title(one.name)}: {caption(one)}."), class_="note")
    return name + element("div", table_of(head, rows, "focus"), class_="scroll")


def _standing(content: str) -> str | None:
    return classes(better=content == "better", worse=content == "worse")
