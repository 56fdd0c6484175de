"""The whole page: head, tools, sections; style and script are inside, and nothing is loaded."""

from __future__ import annotations

from importlib import resources

from lamp.reporting.focus_wording import title as focus_title
from lamp.reporting.page.cells import cells
from lamp.reporting.page.elements import element, text
from lamp.reporting.page.focused import focused
from lamp.reporting.page.making import making
from lamp.reporting.page.sections import summary, tables
from lamp.reporting.page.theme import theme
from lamp.reporting.report import Report

REPORT_POLICY = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'"
"""What a browser may load and run: nothing but what is in the page."""
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
            *(summary(report), focused(report), tables(report), cells(report), making(report)),
        ),
        element("script", _file("page.js")),
        data_view="both" if any(table.theirs for table in report.tables) else "ours",
    )
    return f"<!DOCTYPE html>\n{element('html', head, body, lang='en')}\n"


def _file(name: str) -> str:
    return resources.files("lamp.reporting.page").joinpath(name).read_text(encoding="utf-8")


def _links(report: Report) -> str:
    sections = {"summary": "who wins", "tables": "tables", "cells": "all cells", "making": "how"}
    if report.focus:
        focus = {"focus": focus_title(report.focus[0].name)}
        sections = {"summary": sections.pop("summary"), **focus, **sections}
    links = [element("a", text(name), href=f"#{where}") for where, name in sections.items()]
    return element("nav", *links, aria_label="sections")


def _tools(report: Report) -> str:
    """What can be chosen; without a script there is nothing to choose, and all is shown."""
    known = {"ours"}
    if any(table.theirs for table in report.tables):
        known |= {"both", "paper", "difference"}
    known |= {"distance"} if any(one.optimum is not None for one in report.tables) else set()
    known |= {"p"} if any(one.baseline is not None for one in report.tables) else set()
    options = [
        element("option", text(label), value=view) for view, label in VIEWS.items() if view in known
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
