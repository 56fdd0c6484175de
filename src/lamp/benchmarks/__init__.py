"""The paper's six families with their 58 problems, generators for more, and published results.

A seventh family, zenotravel_released, has the paper's zenotravel problems with the probabilities
of its authors' later release.
"""

from lamp.benchmarks.catalogue import FAMILIES, NAMES, PAPER_NAMES, family, key_of
from lamp.benchmarks.families import Family, Parameter
from lamp.benchmarks.models import domain, generate, load, text_of
from lamp.benchmarks.names import is_name
from lamp.benchmarks.published import (
    PAPER_BUDGET,
    PAPER_TOTALS,
    PublishedRow,
    PublishedTable,
    landmark_count,
    published_table,
)

__all__ = [
    "FAMILIES",
    "NAMES",
    "PAPER_BUDGET",
    "PAPER_NAMES",
    "PAPER_TOTALS",
    "Family",
    "Parameter",
    "PublishedRow",
    "PublishedTable",
    "domain",
    "family",
    "generate",
    "is_name",
    "key_of",
    "landmark_count",
    "load",
    "published_table",
    "text_of",
]
