"""The documentation: what it says can be done is done here, and comes out as it says."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.support.documents import RUN, blocks_of, run_document, settled
from tests.support.paths import ROOT

DOCUMENTS = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
KINDS = {*RUN, "lisp", "toml", "text", "json"}
WITH_BLOCKS = [
    path
    for path in DOCUMENTS
    if path.name != "README.md" or path.parent != ROOT  # tests/test_repository.py has the README
    if any(block.kind in RUN for block in blocks_of(path.read_text(encoding="utf-8")))
]


@pytest.mark.parametrize("path", WITH_BLOCKS, ids=lambda path: str(path.relative_to(ROOT)))
def test_what_a_document_shows_is_what_happens(path: Path, tmp_path: Path) -> None:
    for shown, printed in run_document(path, tmp_path):
        assert settled(printed) == settled(shown)


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_every_block_has_a_kind_that_says_whether_it_is_run(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    opened = re.findall(r"^ *```(\S*)$", text, flags=re.MULTILINE)[::2]
    assert {kind for kind in opened if not kind.startswith("{")} <= KINDS
    assert not re.search(r"\n\n {4}(lamp|uv|python) ", text), "commands belong into blocks"
