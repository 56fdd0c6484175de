"""The section on provenance: runs, versions, methods, the grid."""

from __future__ import annotations

from collections.abc import Iterator

from lamp import __version__
from lamp.reporting.page.elements import element, text
from lamp.reporting.report import Report

UNIT_COSTS = (
    "Cost is the number of actions; a run that does not reach the goal counts as its budget, "
    "as in the paper."
)
COSTS = (
    "Cost is the sum of what the actions of a run cost, length is their number. In mean costs, a "
    "run that does not reach the goal counts as its cost budget; without one, as its budget of "
    "actions at the median cost of the problem’s actions, or as its own cost where that is "
    "greater. In mean lengths, it counts as its budget of actions."
)


def provenance(report: Report) -> str:
    """The section: runs, versions, machine, failures, methods, the grid."""
    results = report.results
    facts = {
        "runs": f"{report.done:,} of {report.planned:,}, {results.runs} for each configuration",
        "failed runs": f"{report.failed:,}",
        "made by": f"lamp {', '.join(results.versions) or results.meta.get('version', '?')}",
        "machine": results.meta.get("machine", "not known"),
        "seeds": f"{results.meta.get('seeds', '?')}, from {results.meta.get('seed', '?')}",
        "report": f"lamp {__version__}",
    }
    listed = "".join(
        element("dt", text(name)) + element("dd", text(value)) for name, value in facts.items()
    )
    elements = [element("h2", "How it was made"), element("dl", listed)]
    if results.failures:
        items = [element("li", text(f"{number}× {why}")) for why, number in results.failures]
        elements += [element("h3", "Failed runs"), element("ul", *items)]
    elements += [
        element("h3", "Methods"),
        *(element("p", text(method)) for method in _methods(report)),
    ]
    grid = results.meta.get("grid", "").strip()
    if grid:
        elements += [element("h3", "Grid"), element("pre", text_block(grid))]
    return element("section", *elements, id="making")


def text_block(content: str) -> str:
    """A text of several lines in which nothing is HTML."""
    return "\n".join(text(line) for line in content.splitlines())


def _methods(report: Report) -> Iterator[str]:
    rows, columns = report.choices.axes
    tests = ", ".join(dict.fromkeys(table.test for table in report.tables))
    intervals = (
        "Intervals hold the true value with 95 % confidence: Student’s for "
        f"costs{' and lengths' if report.has_costs else ''}, Wilson’s for success rates."
    )
    yield f"{COSTS if report.has_costs else UNIT_COSTS} {intervals}"
    yield (
        f"Every {columns} is compared with UCT at the same number of {rows} ({tests}). A "
        "difference is significant at p < 0.05 divided by the comparisons in the row "
        "(Bonferroni). Published costs come without their spread; for their p-values, it is "
        "taken to be ours, and where fewer than five of our runs arrive, arrivals are compared "
        "instead."
    )
    yield (
        "The optimum of a success rate is the maximal probability of ever reaching the goal, "
        "that of a cost the least expected one; neither knows a budget. By chance, results can "
        "be beyond it."
    )
