"""The page: a report as one HTML file that loads nothing, for all screens and for paper."""

from lamp.reporting.page.document import to_html

__all__ = ["to_html"]
