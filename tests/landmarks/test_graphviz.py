"""Drawings for Graphviz."""

from __future__ import annotations

import re

import pytest

from lamp.landmarks import to_dot
from tests.support.landmark_drawings import HOSTILE, TANGLE, drawn_task


@pytest.mark.parametrize("name", HOSTILE)
def test_graphviz_gets_every_landmark_and_every_ordering_once(name: str) -> None:
    text = to_dot(TANGLE, drawn_task(12, name))
    string = r'"(?:[^"\\]|\\.)*"'
    nodes = re.findall(rf"^  n(\d+) \[label={string}, shape=box[^\n]*\];$", text, re.MULTILINE)
    edges = re.findall(rf"^  n(\d+) -> n(\d+) \[.*tooltip={string}\];$", text, re.MULTILINE)
    assert [int(node) for node in nodes] == list(range(13))
    assert [(int(a), int(b)) for a, b in edges] == [o[:2] for o in TANGLE.orderings]
    assert text.startswith('digraph "drawn" {\n')
    assert text.endswith("}\n")
