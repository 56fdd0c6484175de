"""What a browser may load and run of a report's page: for the page, and for those who serve it."""

REPORT_POLICY = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'"
"""The Content-Security-Policy: a browser loads and runs only what is in the page."""
