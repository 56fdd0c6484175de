"""The code of docs/gymnasium.md."""

from __future__ import annotations

import re
from typing import Any

import pytest

from tests.support.paths import ROOT

pytestmark = pytest.mark.needs("gymnasium")


def test_the_code_in_the_gymnasium_document_prints_the_output_it_shows(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, gymnasium: Any
) -> None:
    monkeypatch.chdir(ROOT)
    text = (ROOT / "docs" / "gymnasium.md").read_text(encoding="utf-8")
    for kind, block in re.findall(r"^```(python|text)\n(.*?)^```$", text, re.MULTILINE | re.DOTALL):
        if kind == "python":
            capsys.readouterr()
            exec(block, {})  # noqa: S102
        else:
            assert capsys.readouterr().out == block
