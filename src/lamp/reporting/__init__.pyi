from lamp.reporting.axes import Axes as Axes
from lamp.reporting.formatting import Show as Show
from lamp.reporting.latex import to_latex as to_latex
from lamp.reporting.markdown import to_markdown as to_markdown
from lamp.reporting.metrics import Metric as Metric
from lamp.reporting.metrics import TTest as TTest
from lamp.reporting.page import to_html as to_html
from lamp.reporting.policy import REPORT_POLICY as REPORT_POLICY
from lamp.reporting.records import to_csv as to_csv
from lamp.reporting.records import to_json as to_json
from lamp.reporting.report import Report as Report
from lamp.reporting.report import make_report as make_report
from lamp.reporting.tables import Choices as Choices
from lamp.reporting.tables import Table as Table
from lamp.reporting.text import to_text as to_text

__all__ = [
    "REPORT_POLICY",
    "Axes",
    "Choices",
    "Metric",
    "Report",
    "Show",
    "TTest",
    "Table",
    "make_report",
    "to_csv",
    "to_html",
    "to_json",
    "to_latex",
    "to_markdown",
    "to_text",
]
