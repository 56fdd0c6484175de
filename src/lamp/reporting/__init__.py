"""Reports: from the results of an experiment to tables, figures and a page; from files alone."""

from lamp.reporting.axes import Axes
from lamp.reporting.metrics import Metric, TTest
from lamp.reporting.report import Report, make_report
from lamp.reporting.tables import Choices, Table

__all__ = ["Axes", "Choices", "Metric", "Report", "TTest", "Table", "make_report"]
