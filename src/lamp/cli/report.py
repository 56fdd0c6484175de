"""`lamp report`: the results of an experiment as tables, figures and a page."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click

from lamp.cli.options import grouped
from lamp.cli.output import errors_as_json, print_text, write_files
from lamp.cli.progress import Waiting

if TYPE_CHECKING:
    from lamp.reporting import Choices, Report

SUFFIXES = {
    ".txt": "text",
    ".md": "markdown",
    ".tex": "latex",
    ".csv": "csv",
    ".html": "html",
    ".htm": "html",
    ".json": "json",
}
FORMATS = ("text", "markdown", "latex", "csv", "html", "json")
SHOWS = ("result", "interval", "p", "distance", "time")
PAGE = "report.html"


@dataclass(frozen=True, slots=True)
class Options:
    """What the tables show and how they compare."""

    metric: str | None
    rows: str | None
    columns: str | None
    focus: str | None
    t_test: str

    def choices(self) -> Choices:
        """The same, with defaults for what was not given."""
        from lamp.reporting import Axes, Choices, Metric, TTest  # noqa: PLC0415

        axes = Axes(self.rows or Axes().rows, self.columns or "")
        metric = Metric(self.metric) if self.metric else None
        return Choices(axes, metric, TTest(self.t_test), self.focus or "")


@click.command(short_help="Make tables and a page of an experiment's results.")
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path, exists=True))
@click.option(
    "--format", "form", type=click.Choice(FORMATS), help="By the name of --out, else text."
)
@click.option(
    "--out",
    type=click.Path(path_type=Path, dir_okay=False),
    help=f"Write to a file; for html, DIR/{PAGE} is the default.",
)
@click.option(
    "--show",
    "shows",
    type=click.Choice(SHOWS),
    multiple=True,
    help="What cells hold, in text, markdown and latex; may be given several times.",
)
@click.option(
    "--metric",
    type=click.Choice(["cost", "length", "success"]),
    help="For all tables; length is the number of actions. Without it: the paper's; else success "
    "where there were dead ends.",
)
@click.option(
    "--optimum",
    type=click.Path(path_type=Path, exists=True, dir_okay=False),
    help="Optimal values by problem, as lamp exact --json prints them; else DIR/optimum.json.",
)
@click.option("--rows", help="What rows stand for; rollouts is the default.")
@click.option(
    "--columns",
    help="What columns stand for; variant is the default where the grid has any, else greediness.",
)
@click.option(
    "--focus",
    help="The column to compare with UCT, the best greediness and the others; auto is the default.",
)
@click.option(
    "--t-test",
    type=click.Choice(["welch", "student"]),
    default="welch",
    show_default=True,
    help="For costs and lengths.",
)
@grouped(Options, "options")
def report(
    folder: Path,
    form: str | None,
    out: Path | None,
    shows: tuple[str, ...],
    optimum: Path | None,
    options: Options,
) -> None:
    """Report the results in DIR, which lamp experiment run has written, or is still writing.

    Tables are the paper's: a row for each number of rollouts, a column for each greediness, or for
    each variant; the best of a row is underlined, and bold is what is significantly better than
    UCT. Whatever else varies makes separate tables. The published numbers stand beside ours where
    there are any. One column, auto, is compared with UCT, with the best greediness of each row, and
    with every other column where some go beyond the paper.

    \b
    Examples:
      lamp report results
      lamp report results --show result --show p
      lamp report results --format html
      lamp report results --out tables.tex
      lamp report results --rows seconds --columns tree_growth --metric cost
      lamp report results --columns variant --focus auto
    """  # noqa: D301 (click reads the backspace)
    form = form or (SUFFIXES.get(out.suffix.lower(), "text") if out else "text")
    with errors_as_json(form == "json" and not out), Waiting("reading") as waiting:
        from lamp.reporting import make_report  # noqa: PLC0415

        made = make_report(folder, options.choices(), optimum)
        waiting.say("writing")
        styled = form == "text" and not out and sys.stdout.isatty()
        text = _formatted(made, form, shows or ("result",), styled=styled)
    if form == "html" and not out:
        out = (folder if folder.is_dir() else folder.parent) / PAGE
    if out:
        write_files({out: text})
        click.echo(f"wrote {out}", err=True)
    elif form == "text":
        click.echo(text, nl=False)
    else:
        print_text(text)


def _formatted(report: Report, form: str, shows: tuple[str, ...], *, styled: bool) -> str:
    from lamp import reporting  # noqa: PLC0415 (which imports a format at its first use)

    shown = [reporting.Show(name) for name in shows]
    match form:
        case "markdown":
            return reporting.to_markdown(report, shown)
        case "latex":
            return reporting.to_latex(report, shown)
        case "csv":
            return reporting.to_csv(report)
        case "json":
            return reporting.to_json(report)
        case "html":
            return reporting.to_html(report)
        case _:
            return reporting.to_text(report, shown, styled=styled)
