"""PPDDL text to `Domain` and `Problem` and back; the only room that knows syntax."""

from lamp.ppddl.checker import check, check_domain
from lamp.ppddl.determinize import determinize
from lamp.ppddl.files import (
    MAX_TEXT_BYTES,
    Files,
    Model,
    load,
    load_texts,
    parse_file,
    read_files,
    read_text,
)
from lamp.ppddl.parser import parse
from lamp.ppddl.requirements import requirements_used
from lamp.ppddl.syntax import Domain, Problem
from lamp.ppddl.types import all_objects
from lamp.ppddl.writer import write_domain, write_problem

__all__ = [
    "MAX_TEXT_BYTES",
    "Domain",
    "Files",
    "Model",
    "Problem",
    "all_objects",
    "check",
    "check_domain",
    "determinize",
    "load",
    "load_texts",
    "parse",
    "parse_file",
    "read_files",
    "read_text",
    "requirements_used",
    "write_domain",
    "write_problem",
]
