"""The paper's six families with their 58 problems, generators for more, and published results."""

from lamp.benchmarks.catalogue import FAMILIES, NAMES, family
from lamp.benchmarks.families import Family, Parameter
from lamp.benchmarks.models import domain, generate, load, text_of
from lamp.benchmarks.names import is_name
from lamp.benchmarks.published import (
    PublishedRow,
    PublishedTable,
    landmark_count,
    published_table,
)

__all__ = [
    "FAMILIES",
    "NAMES",
    "Family",
    "Parameter",
    "PublishedRow",
    "PublishedTable",
    "domain",
    "family",
    "generate",
    "is_name",
    "landmark_count",
    "load",
    "published_table",
    "text_of",
]
