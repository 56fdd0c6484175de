"""States as text and as pictures."""

from __future__ import annotations

import re

import numpy as np
import pytest

import lamp
from lamp.benchmarks import FAMILIES
from lamp.errors import ExecutionError
from tests.support.environments import KNOCK, doors, true_atoms

pytestmark = pytest.mark.needs("gymnasium")


def test_as_text_a_state_is_the_facts_that_are_true() -> None:
    env = lamp.env(doors(), render_mode="ansi")
    env.reset(seed=0)
    assert env.render().splitlines()[1:] == ["step 0 of 200, at the beginning", "  (at-start)"]
    env.step(KNOCK)
    assert "after (knock)" in env.render()
    assert set(re.findall(r"^  (.*)$", env.render(), flags=re.MULTILINE)) == true_atoms(env)


def test_pictures_have_one_size_and_differ_where_states_do() -> None:
    env = lamp.env(doors(), render_mode="rgb_array")
    env.reset(seed=0)
    first = env.render()
    env.step(KNOCK)
    second = env.render()
    assert first.dtype == second.dtype == np.uint8
    assert first.shape == second.shape
    assert first.shape[2] == 3
    assert not np.array_equal(first, second)


def test_false_facts_are_drawn_pale_at_their_position() -> None:
    from lamp.gym.board import Board

    board = Board(doors())
    none_true, one_true = (
        board.picture(frozenset(), ("", "")),
        board.picture(frozenset({0}), ("", "")),
    )
    rows = np.flatnonzero((none_true != one_true).any(axis=(1, 2)))
    assert np.ptp(rows) < 30
    assert none_true.min() > 150
    assert one_true.min() < 50


def test_a_board_is_wide_enough_for_its_longest_texts() -> None:
    from lamp.gym.board import MARGIN, Board

    task = doors()
    board = Board(task)
    longest = max(map(str, task.actions), key=len)
    pixels = board.picture(frozenset(), ("", f"step 200 of 200, after {longest}"))
    written = np.flatnonzero((pixels != 255).any(axis=(0, 2)))
    assert written.min() >= MARGIN - 1
    assert written.max() < pixels.shape[1] - MARGIN + 1


def test_names_that_differ_in_one_letter_look_different() -> None:
    from lamp.gym.board import Board

    board = Board(doors())
    letters = "abcdefghijklmnopqrstuvwxyz0123456789()-_?"
    pictures = {board.picture(frozenset(), (letter, "")).tobytes() for letter in letters}
    assert len(pictures) == len(letters)


def test_rendering_without_a_render_mode_warns() -> None:
    env = lamp.env(doors())
    env.reset(seed=0)
    with pytest.warns(UserWarning, match="render_mode"):
        assert env.render() is None


def test_a_render_mode_that_does_not_exist_is_refused() -> None:
    with pytest.raises(ExecutionError, match="no render_mode 'human'"):
        lamp.env(doors(), render_mode="human")


@pytest.mark.needs("cairo")
@pytest.mark.parametrize("family", FAMILIES)
def test_problems_of_the_paper_are_drawn_in_colours(family: str) -> None:
    env = lamp.env(f"{family}:p1", render_mode="rgb_array")
    _, info = env.reset(seed=0)
    first = env.render()
    env.step(int(info["action_mask"].argmax()))
    assert env.render().shape == first.shape
    assert not np.array_equal(env.render(), first)
    assert (first.max(axis=2) - first.min(axis=2)).max() > 100
