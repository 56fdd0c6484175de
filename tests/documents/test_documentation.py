"""The documentation: its commands print the output it shows, and the files it lists exist."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import fields
from pathlib import Path

import pytest

from lamp.grounding import Limits
from lamp.ppddl.files import MAX_TEXT_BYTES
from tests.support.cli import lamp
from tests.support.documents import RUN, blocks_of, run_document, settled
from tests.support.paths import ROOT

DOCUMENTS = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
KINDS = {*RUN, "lisp", "toml", "text", "json"}
PLACEHOLDER = "tests/test_x.py"
"""How CONTRIBUTING.md names any test file."""
NEEDS = {"gymnasium.md": pytest.mark.needs("gymnasium")}


def named(path: Path) -> str:
    return str(path.relative_to(ROOT))


def documents_to_run() -> list[object]:
    """Those with blocks that are run; the README has tests of its own."""
    paths = [
        path
        for path in DOCUMENTS[1:]
        if any(
            block.kind in RUN and block.is_run
            for block in blocks_of(path.read_text(encoding="utf-8"))
        )
    ]
    return [pytest.param(path, id=named(path), marks=NEEDS.get(path.name, ())) for path in paths]


@pytest.mark.slow
@pytest.mark.parametrize("path", documents_to_run())
def test_the_commands_of_a_document_print_the_output_it_shows(path: Path, tmp_path: Path) -> None:
    for shown, printed in run_document(path, tmp_path):
        assert settled(printed) == settled(shown)


@pytest.mark.parametrize("path", DOCUMENTS, ids=named)
def test_every_code_block_has_a_kind_that_determines_whether_it_is_run(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    opened = re.findall(r"^ *```(\S*)$", text, flags=re.MULTILINE)[::2]
    assert {kind for kind in opened if not kind.startswith("{")} <= KINDS
    assert not re.search(r"\n\n {4}(lamp|uv|python) ", text), "commands belong into blocks"


def test_the_documented_limits_are_the_defaults() -> None:
    text = (ROOT / "docs" / "language.md").read_text(encoding="utf-8")
    documented = dict(re.findall(r"^\| `(\w+)` \| ([\d,]+) \|", text, flags=re.MULTILINE))
    defaults = {limit.name: f"{getattr(Limits(), limit.name):,}" for limit in fields(Limits)}
    assert documented == {"text_bytes": f"{MAX_TEXT_BYTES:,}"} | defaults


def files_in_tables(text: str) -> Counter[str]:
    """How often each file of lamp, by its path, stands in a table of the architecture document.

    A heading names the folder of a section (`search/`), the head of a table may name one in it
    (in `lamp/kernel/`), and so may the first cell of a row.
    """
    section = folder = ""
    paths: Counter[str] = Counter()
    for line in text.splitlines():
        if match := re.match(r"## `(\w+)/`", line):
            section = folder = f"{match[1]}/"
        elif match := re.match(r"\| in `([\w/]+/)` \|", line):
            folder = section + match[1]
        elif not line.startswith("|"):
            folder = section
        else:
            inner = re.match(r"\| `([\w/]+/)` \|", line)
            base = folder + (inner[1] if inner else "")
            paths.update(base + name for name in re.findall(r"`([a-z_/0-9]+\.py)`", line))
    return paths


def test_the_architecture_document_places_every_file_of_every_package_once() -> None:
    text = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    package = ROOT / "src" / "lamp"
    modules = {
        str(path.relative_to(package))
        for path in package.glob("*/**/*.py")
        if path.name != "__init__.py"
    }
    placed = files_in_tables(text)
    assert modules - placed.keys() == set(), "files that are not in the document"
    assert placed.keys() - modules == set(), "files that do not exist"
    assert {path for path, times in placed.items() if times > 1} == set()


def test_files_that_documents_link_to_exist() -> None:
    for document in [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")]:
        text = document.read_text(encoding="utf-8")
        for target in re.findall(r"\]\((?!http)([^)#]+)\)", text):
            assert (document.parent / target).exists(), f"{document.name}: {target}"


def test_test_files_that_documents_and_sources_name_exist() -> None:
    named_in = [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("src/**/*.py")]
    missing = [
        f"{path.relative_to(ROOT)}: {name}"
        for path in [*named_in, *ROOT.glob("benchmarks/*.py"), *ROOT.glob("examples/**/*.py")]
        for name in re.findall(r"\btests/[\w/]+\.py\b", path.read_text(encoding="utf-8"))
        if name != PLACEHOLDER and not (ROOT / name).is_file()
    ]
    assert not missing


def test_the_drawing_in_the_documents_is_what_the_command_draws() -> None:
    # uv run lamp landmarks elevators:p13 --format svg --out docs/images/elevators-p13.svg
    done = lamp("landmarks", "elevators:p13", "--format", "svg")
    assert done.stdout == (ROOT / "docs/images/elevators-p13.svg").read_text(encoding="utf-8")
