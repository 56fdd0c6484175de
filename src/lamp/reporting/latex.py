"""Tables in LaTeX, in the paper's layout: coloured cells, ours beside the published ones."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from lamp.errors import visible
from lamp.reporting.formatting import Show, caption, legend, number, row_label, verdict
from lamp.reporting.heatmap_scale import intensity
from lamp.reporting.paper import Published
from lamp.reporting.report import Report
from lamp.reporting.summary import wins
from lamp.reporting.tables import Cell, Table

HEAD = r"""% Made by lamp report --format latex. The preamble needs:
%   \usepackage[table]{xcolor}
"""
DEEPEST = 50
"""Per cent of blue in the best cell; the worst is white."""
_SPECIAL = {
    "\\": r"\textbackslash{}",
    "^": r"\textasciicircum{}",
    "~": r"\textasciitilde{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "–": "--",
    "…": r"\ldots{}",
    "−": "$-$",
    "±": r"$\pm$",
}


def to_latex(report: Report, shows: Sequence[Show] = (Show.RESULT,)) -> str:
    """The tables of a report in LaTeX, one float each."""
    floats = ["\n".join(_float(table, show)) for table in report.tables for show in shows]
    return "\n\n".join([HEAD, *floats]) + "\n"


def escaped(text: str) -> str:
    """A text in which nothing is a command."""
    text = re.sub(r"[\\^~<>–…−±]|[{}$&#%_]", _escape, visible(text))
    return text.replace('"', r"\textquotedbl{}")


def _escape(match: re.Match[str]) -> str:
    character = match.group()
    return _SPECIAL.get(character, f"\\{character}")


def _float(table: Table, show: Show) -> Iterator[str]:
    won = f" {verdict(table, wins(table))} {legend(table)}" if table.baseline is not None else ""
    yield r"\begin{table}"
    yield r"\centering\setlength{\tabcolsep}{3pt}"
    every = range(len(table.columns))
    yield from _tabular(
        table, every, lambda position: _ours(table.cells.get(position), table, show)
    )
    if table.theirs and show is Show.RESULT:
        yield r"\quad"
        theirs = table.their_columns
        yield from _tabular(
            table, theirs, lambda position: _theirs(table.theirs.get(position), table)
        )
        won += " The table on the right is the paper's."
    yield rf"\caption{{{escaped(caption(table, show))}.{escaped(won)}}}"
    yield r"\end{table}"


def _tabular(
    table: Table, columns: Sequence[int], cell: Callable[[tuple[int, int]], str]
) -> Iterator[str]:
    """Some columns of a table; a cell is given by its row and column."""
    number_of = len(columns)
    headings = [escaped(table.heading(column)) for column in columns]
    yield rf"\begin{{tabular}}{{r|{'r' * number_of}|}}"
    yield rf"& \multicolumn{{{number_of}}}{{c}}{{{_axis(table.axes.columns)}}} \\"
    yield rf"{escaped(table.axes.rows)} & {' & '.join(headings)} \\ \hline"
    for row in range(len(table.rows)):
        cells = [cell((row, column)) for column in columns]
        yield rf"{escaped(row_label(table, row))} & {' & '.join(cells)} \\"
    yield r"\hline"
    yield r"\end{tabular}"


def _axis(name: str) -> str:
    return r"$\alpha$" if name == "greediness" else escaped(name)


def _ours(cell: Cell | None, table: Table, show: Show) -> str:
    text = escaped(show.text(cell, table))
    if cell is None:
        return text
    better = bool(cell.comparison and cell.comparison.better)
    best = cell.best and show is Show.RESULT
    return _marked(text, intensity(cell.value, table), best=best, significant=better)


def _theirs(theirs: Published | None, table: Table) -> str:
    if theirs is None:
        return "--"
    text = number(theirs.value, table)
    share = intensity(theirs.value, table)
    return _marked(text, share, best=theirs.best, significant=theirs.significant)


def _marked(text: str, intensity: float, *, best: bool, significant: bool) -> str:
    text = rf"\textbf{{{text}}}" if significant else text
    text = rf"\underline{{{text}}}" if best else text
    return rf"\cellcolor{{blue!{round(DEEPEST * intensity)}}}{text}"
