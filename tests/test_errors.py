"""Errors and notices: place, cause and remedy, how they look, and their exit codes."""

from __future__ import annotations

import pickle
import re
from collections.abc import Iterator
from typing import Any

import pytest

import lamp.cli
from lamp import errors
from lamp.cli import EXIT_CODES, describe
from lamp.errors import (
    ExitCode,
    LampError,
    Notice,
    Place,
    PpddlError,
    Source,
    readable,
    reading,
    visible,
)
from tests.support.cli import lamp as run_lamp
from tests.support.paths import ROOT

SOURCE = Source("d.ppddl", "(define\n  (domain d))\n\n")
PLACE = Place(SOURCE, SOURCE.text.index("(domain"))
EXIT_CODES_OF_CLASSES = {
    "TextTooLarge": 3,
    "TaskTooLarge": 3,
    "TooManyStates": 3,
    "OutOfTime": 3,
    "RemoteError": 76,
    "OutputError": 74,
    "SettingsError": 2,
}
"""All others have 1."""


def error_classes(root: type[LampError] = LampError) -> list[type[LampError]]:
    """A class of errors and all classes of lamp that are derived from it."""
    children = [child for child in root.__subclasses__() if child.__module__.startswith("lamp.")]
    return [root, *(descendant for child in children for descendant in error_classes(child))]


# The tree


def drawn_tree() -> Iterator[tuple[str, str, bool]]:
    """Of each class in the module's drawing: its parent, its name, and if it is a ValueError."""
    path: list[str] = []
    drawing = (errors.__doc__ or "").partition("The tree::")[2].partition("Each class")[0]
    for line in drawing.splitlines():
        if match := re.match(r"    ([│├└─ ]*)(\w+)(.*)", line):
            branch, name, text = match.groups()
            del path[len(branch) // 4 :]
            yield (path[-1] if path else "Exception"), name, "also a ValueError" in text
            path.append(name)


def test_the_module_s_docstring_draws_the_tree_of_all_classes() -> None:
    classes = [
        (kind.__mro__[1].__name__, kind.__name__, ValueError in kind.__bases__)
        for kind in error_classes()
    ]
    assert sorted(drawn_tree()) == sorted(classes)


@pytest.mark.parametrize("kind", error_classes())
def test_every_class_of_errors_has_a_docstring_of_its_own(kind: type[LampError]) -> None:
    assert vars(kind)["__doc__"]


# Exit codes


@pytest.mark.parametrize("kind", error_classes())
def test_every_class_of_errors_has_an_exit_code_that_the_help_explains(
    kind: type[LampError],
) -> None:
    assert kind.exit_code == EXIT_CODES_OF_CLASSES.get(kind.__name__, 1)
    assert re.search(rf"^  {kind.exit_code} ", EXIT_CODES, re.MULTILINE)


@pytest.mark.parametrize("kind", error_classes())
def test_a_command_describes_every_error_and_ends_with_its_exit_code(
    kind: type[LampError], monkeypatch: pytest.MonkeyPatch
) -> None:
    error = kind("it is wrong", remedy="Make it right", place=PLACE)

    def fail(_: Any) -> None:
        raise error

    monkeypatch.setattr(lamp.cli.cli, "invoke", fail)
    done = run_lamp("check")
    assert done == (kind.exit_code, "", f"{describe(error)}\n")


# Place, cause and remedy


def test_an_error_is_described_by_place_cause_line_and_remedy() -> None:
    error = LampError("it is wrong", remedy="Make it right", place=PLACE)
    assert describe(error).splitlines() == [
        "d.ppddl:2:3: it is wrong",
        "      (domain d))",
        "      ^",
        "  Make it right.",
    ]


def test_an_error_without_a_place_is_described_by_cause_and_remedy() -> None:
    error = LampError("it is wrong", remedy="Is it right?")
    assert describe(error) == str(error) == "it is wrong\n  Is it right?"


def test_an_error_must_have_a_remedy() -> None:
    with pytest.raises(TypeError, match="remedy"):
        LampError("it is wrong")  # type: ignore[call-arg]


def test_the_context_of_an_error_precedes_its_remedy() -> None:
    with pytest.raises(PpddlError) as caught, reading("in action go"):
        raise PpddlError("it is wrong", remedy="Make it right")
    assert caught.value.hint == "in action go. Make it right."


def test_an_error_reports_its_innermost_context() -> None:
    with pytest.raises(PpddlError) as caught, reading("in the domain"), reading("in action go"):
        raise PpddlError("it is wrong", remedy="Make it right")
    assert caught.value.context == "in action go"


def test_errors_of_other_classes_pass_through_reading_unchanged() -> None:
    with pytest.raises(KeyError), reading("in action go"):
        raise KeyError


@pytest.mark.parametrize("kind", error_classes())
def test_a_pickled_error_has_the_same_description(kind: type[LampError]) -> None:
    error = kind("it is wrong", remedy="Make it right", place=PLACE)
    error.context = "in action go"
    copy = pickle.loads(pickle.dumps(error))  # noqa: S301
    assert type(copy) is kind
    assert describe(copy) == describe(error)


# Places


@pytest.mark.parametrize(
    ("offset", "line", "column"), [(0, 1, 1), (7, 1, 8), (8, 2, 1), (10, 2, 3), (22, 3, 1)]
)
def test_lines_and_columns_are_counted_from_1(offset: int, line: int, column: int) -> None:
    place = Place(SOURCE, offset)
    assert (place.line, place.column) == (line, column)


def test_a_blank_line_has_no_excerpt() -> None:
    assert Place(SOURCE, 22).excerpt() == ""


def test_tabs_do_not_shift_the_caret() -> None:
    text = "\t\t(domain d)"
    words, caret = Place(Source("d.ppddl", text), 2).excerpt().splitlines()
    assert words[caret.index("^") :] == "(domain d)"


# Texts for a terminal


def test_characters_that_cannot_be_seen_are_spelled_out() -> None:
    assert visible("a\x1b[31m\u202eb") == "a<U+001B>[31m<U+202E>b"


def test_long_words_are_cut() -> None:
    assert readable("go " + "x" * 60) == "go " + "x" * 60
    assert readable("go " + "x" * 61) == "go " + "x" * 59 + "…"


def test_invisible_characters_are_spelled_out_in_causes_remedies_and_file_names() -> None:
    place = Place(Source("\x1b.ppddl", ""), 0)
    error = LampError("\x1b is wrong", remedy="Drop \x1b", place=place)
    assert describe(error) == "<U+001B>.ppddl:1:1: <U+001B> is wrong\n  Drop <U+001B>."


def test_a_notice_is_its_place_and_its_text() -> None:
    assert str(Notice(PLACE, "it is \x00 odd")) == "d.ppddl:2:3: it is <U+0000> odd"


@pytest.mark.parametrize(
    ("document", "code", "text"),
    [
        ("README.md", ExitCode.WRONG_INPUT, "{} the input is wrong"),
        ("README.md", ExitCode.LIMIT, "{} a limit was reached"),
        ("docs/experiments.md", ExitCode.FAILED_RUNS, "{} if some runs failed"),
        ("docs/experiments.md", ExitCode.OUTPUT, "code {}"),
        ("docs/ippc.md", ExitCode.REMOTE, "{} the server is silent, gone or not understood"),
        ("docs/ippc.md", ExitCode.INTERRUPTED, "{} interrupted"),
    ],
)
def test_documents_have_the_exit_codes_of_the_code(
    document: str, code: ExitCode, text: str
) -> None:
    words = " ".join((ROOT / document).read_text(encoding="utf-8").split())
    assert text.format(code.value) in words
