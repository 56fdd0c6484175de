"""The score of a session."""

from __future__ import annotations

from lamp.ippc.messages import RoundEnd
from lamp.ippc.score import Score


def test_a_score_averages_only_the_rounds_that_reached_the_goal() -> None:
    ends = [RoundEnd(True, 4, 10), RoundEnd(False, 9, 90), RoundEnd(True, 7, 30)]
    score = Score.of(5, ends)
    assert (score.played, score.successes, score.failed) == (3, 2, 3)
    assert (score.turns, score.milliseconds) == (5.5, 20.0)
    assert score.text() == ("2 of 5 rounds reached the goal; those took 5.50 turns and 20 ms each")


def test_a_score_without_successes_has_no_averages() -> None:
    text = Score.of(3, []).message(7)
    assert "<reached><successes>0</successes></reached>" in text
    assert "<failed>3</failed>" in text
