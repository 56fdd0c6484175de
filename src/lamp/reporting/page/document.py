"""The whole page: head, tools, sections; style and script are inside, and nothing is loaded."""

from __future__ import annotations

from importlib import resources

from lamp.reporting.column_comparison_text import title as comparison_title
from lamp.reporting.page.cells import cells
from lamp.reporting.page.column_comparison import column_comparison
from lamp.reporting.page.elements import element, text
from lamp.reporting.page.provenance import provenance
from lamp.reporting.page.sections import summary, tables
from lamp.reporting.page.theme import theme
from lamp.reporting.policy import REPORT_POLICY
from lamp.reporting.report import Report

VIEWS = {
    "both": "ours and the paper’s",
    "ours": "ours",
    "paper": "the paper’s",
    "difference": "difference",
    "distance": "distance to the optimum",
    "p": "p-values",
}


def to_html(report: Report) -> str:
    """The page of a report."""
    title = f"Results of {report.name}"
    metas = [
        element("meta", charset="utf-8"),
        element("meta", http_equiv="Content-Security-Policy", content=REPORT_POLICY),
        element("meta", name="viewport", content="width=device-width, initial-scale=1"),
    ]
    style = element("style", theme() + _file("page.css"))
    head = element("head", *metas, element("title", text(title)), style)
    body = element(
        "body",
        element("header", element("h1", text(title)), _links(report), _tools(report)),
        element(
            "main",
            *(
                summary(report),
                column_comparison(report),
                tables(report),
                cells(report),
                provenance(report),
            ),
        ),
        element("script", _file("page.js")),
        data_view="both" if any(table.theirs for table in report.tables) else "ours",
    )
    return f"<!DOCTYPE html>\n{element('html', head, body, lang='en')}\n"


def _file(name: str) -> str:
    return resources.files("lamp.reporting.page").joinpath(name).read_text(encoding="utf-8")


def _links(report: Report) -> str:
    sections = {"summary": "who wins", "tables": "tables", "cells": "all cells", "making": "how"}
    if report.column_comparisons:
        focus = {"focus": comparison_title(report.column_comparisons[0].name)}
        sections = {"summary": sections.pop("summary"), **focus, **sections}
    links = [element("a", text(name), href=f"#{where}") for where, name in sections.items()]
    return element("nav", *links, aria_label="sections")


def _tools(report: Report) -> str:
    """The controls; without a script they are hidden, and all is shown."""
    views = {"ours"}
    if any(table.theirs for table in report.tables):
        views |= {"both", "paper", "difference"}
    views |= {"distance"} if any(table.optimum is not None for table in report.tables) else set()
    views |= {"p"} if any(table.baseline is not None for table in report.tables) else set()
    options = [
        element("option", text(label), value=view) for view, label in VIEWS.items() if view in views
    ]
    view = element("label", "cells show ", element("select", *options, id="view"))
    interval = element(
        "label", element("input", type="checkbox", id="intervals"), " 95 % intervals"
    )
    search = element("input", type="search", id="filter", placeholder="such as tireworld")
    theme_button = element("button", "light or dark", type="button", id="theme")
    return element(
        "div",
        element("label", "problems ", search),
        view,
        interval,
        theme_button,
        class_="tools",
        role="group",
        aria_label="what is shown",
    )
