"""The documentation: its commands print the output it shows, and the files it lists exist."""

from __future__ import annotations

import re
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


def test_the_architecture_document_names_every_file_of_every_package() -> None:
    text = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    rooms = ("ppddl", "grounding", "benchmarks", "landmarks", "search", "exact", "execution")
    for room in (*rooms, "ippc", "experiments", "reporting", "drawing", "gym", "web"):
        for path in (ROOT / "src" / "lamp" / room).rglob("[a-z]*.py"):
            assert f"`{path.name}`" in text


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
