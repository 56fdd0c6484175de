"""The progress of an experiment: in words, as a bar on a terminal, as lines elsewhere."""

from __future__ import annotations

import io

import pytest

from lamp.cli import experiment_progress
from lamp.cli.experiment_progress import ExperimentProgress, duration, words
from lamp.experiments import Progress

EARLY = Progress(3, 0, 1200, 2.0, None, guessed=False)
HALF = Progress(600, 2, 1200, 60.0, 60.0, guessed=False)


class FakeTerminal(io.StringIO):
    """A text that says that it is a terminal."""

    def isatty(self) -> bool:
        """Yes."""
        return True


@pytest.mark.parametrize(
    ("progress", "text"),
    [
        (EARLY, "3 of 1,200 runs (0.2 %), too early to say how long"),
        (HALF, "600 of 1,200 runs (50.0 %), 2 failed, about 60 s left"),
        (HALF._replace(guessed=True), "600 of 1,200 runs (50.0 %), 2 failed, a guess: 60 s left"),
        (HALF._replace(done=1200), "1,200 of 1,200 runs (100.0 %), 2 failed, after 60 s"),
    ],
)
def test_progress_is_put_in_words(progress: Progress, text: str) -> None:
    assert words(progress) == text


def test_on_a_terminal_progress_is_a_bar_with_a_text(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = FakeTerminal()
    monkeypatch.setattr("sys.stderr", terminal)
    monkeypatch.setenv("COLUMNS", "120")
    with ExperimentProgress() as shown:
        shown.show(EARLY)
        shown.show(HALF)
    last = terminal.getvalue()
    assert words(HALF) in last
    assert "━" in last


def test_without_a_terminal_progress_is_a_line_from_time_to_time(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with ExperimentProgress() as shown:
        shown.show(EARLY)
        assert capsys.readouterr().err == ""
        monkeypatch.setattr(experiment_progress, "LINE_SECONDS", 0.0)
        shown.show(HALF)
    assert capsys.readouterr() == ("", f"{words(HALF)}\n")


@pytest.mark.parametrize(
    ("seconds", "text"),
    [(0, "0 s"), (0.5, "less than 1 s"), (99, "99 s"), (600, "10 min"), (7200, "2.0 h")],
)
def test_a_duration_is_put_in_words(seconds: float, text: str) -> None:
    assert duration(seconds) == text
