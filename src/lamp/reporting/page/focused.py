"""The part of the page about one column: against UCT, and against the best greediness."""

from __future__ import annotations

from lamp.reporting.focus import Focus, total
from lamp.reporting.focus_wording import (
    caption,
    headline,
    note,
    score_headings,
    score_texts,
    title,
    words,
)
from lamp.reporting.page.elements import classes, element, table_of, text
from lamp.reporting.report import Report


def focused(report: Report) -> str:
    """In how many rows of each table the column dominates, or is dominated."""
    if not report.focus:
        return ""
    name = report.focus[0].name
    sums = total(report.focus)
    places = {id(table): at for at, table in enumerate(report.tables)}
    headings = score_headings(name)
    rows = []
    for one in report.focus:
        link = element("a", text(one.table.title), href=f"#table-{places[id(one.table)]}")
        label = element("th", link, scope="row", data_problem=one.table.title.lower())
        rows.append([label, *_cells(score_texts(one.scores), headings)])
    if len(rows) > 1:
        rows.append([element("th", "all", scope="row"), *_cells(score_texts(sums), headings)])
    head = [element("th", text(one), scope="col") for one in ("problem", *headings)]
    return element(
        "section",
        element("h2", text(title(name))),
        element("p", text(headline(name, sums)), class_="headline"),
        element("div", table_of(head, rows, "summary"), class_="scroll"),
        element("p", text(note(name)), class_="note"),
        id="focus",
    )


def _cells(contents: list[str], names: list[str]) -> list[str]:
    """Cells that say their names where there is no room for columns."""
    return [
        element("td", text(content), data_name=name)
        for content, name in zip(contents, names, strict=True)
    ]


def focus_table(one: Focus) -> str:
    """UCT, the best greediness and the column, row by row."""
    found = words(one)
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
