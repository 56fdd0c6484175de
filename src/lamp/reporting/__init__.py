"""Reports: from the results of an experiment to tables, figures and a page; from files alone.

Modules are imported at the first use of what they export: each format has its own.
"""

from lamp.util import lazy_exports

_MODULES = {
    "Axes": "axes",
    "Choices": "tables",
    "Metric": "metrics",
    "REPORT_POLICY": "policy",
    "Report": "report",
    "Show": "formatting",
    "TTest": "metrics",
    "Table": "tables",
    "make_report": "report",
    "to_csv": "records",
    "to_html": "page",
    "to_json": "records",
    "to_latex": "latex",
    "to_markdown": "markdown",
    "to_text": "text",
}

__all__ = sorted(_MODULES)  # noqa: PLE0605 (a list of strings)
__getattr__ = lazy_exports(__name__, _MODULES)
