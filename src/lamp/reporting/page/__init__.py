"""The page: a report as one HTML file that loads nothing, for all screens and for paper."""

from lamp.reporting.page.document import REPORT_POLICY, to_html

__all__ = ["REPORT_POLICY", "to_html"]
