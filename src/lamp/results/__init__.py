"""The file of an experiment's results: its marks, its status, its rows as CSV or Parquet.

Experiments write it, reports and the page read it; a reader needs no planner.
"""

from lamp.results.export import EXPORTERS, export_csv, export_parquet
from lamp.results.file import (
    APPLICATION_ID,
    LENGTH_AND_COUNTED_COST,
    LOCK_TIMEOUT_SECONDS,
    RENAME_PROBLEMS,
    RENAMED_SETTINGS,
    RESULTS_FILE,
    SCHEMA_VERSION,
    marks_of,
    read_only,
)
from lamp.results.sqlite import connect, plain_errors
from lamp.results.status import (
    Failure,
    ProblemStatus,
    Status,
    check_version,
    open_results,
    read_status,
)

__all__ = [
    "APPLICATION_ID",
    "EXPORTERS",
    "LENGTH_AND_COUNTED_COST",
    "LOCK_TIMEOUT_SECONDS",
    "RENAMED_SETTINGS",
    "RENAME_PROBLEMS",
    "RESULTS_FILE",
    "SCHEMA_VERSION",
    "Failure",
    "ProblemStatus",
    "Status",
    "check_version",
    "connect",
    "export_csv",
    "export_parquet",
    "marks_of",
    "open_results",
    "plain_errors",
    "read_only",
    "read_status",
]
