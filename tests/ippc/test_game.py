"""States and actions in messages."""

from __future__ import annotations

import pytest

from lamp.errors import RemoteError
from tests.support.competition import benchmark_game, parsed, walk


def test_a_state_written_as_a_message_is_read_back_unchanged() -> None:
    game = benchmark_game("tireworld:p1")
    for action in game.task.applicable(game.task.initial):
        for state in game.task.apply(game.task.initial, action):
            assert game.state_of(parsed(game.state_text(state))) == state


def test_static_atoms_and_numbers_in_a_state_are_ignored() -> None:
    atoms = "<atom><predicate>AT</predicate><term>a</term></atom>" + "".join(
        f"<atom><predicate>{name}</predicate>{terms}</atom>"
        for name, terms in [("road", "<term>a</term><term>b</term>"), ("sign", "<term>c</term>")]
    )
    numbers = "<fluent><function>reward</function><value>3</value></fluent>"
    game = walk()
    assert game.state_of(parsed(f"<state>{numbers}{atoms}</state>")) == game.task.initial


@pytest.mark.parametrize("name", ["at", "road", "sign", "paint"])
def test_an_atom_that_cannot_be_true_is_an_error(name: str) -> None:
    atom = f"<state><atom><predicate>{name}</predicate><term>d</term></atom></state>"
    with pytest.raises(RemoteError, match=rf"\({name} d\) is true"):
        walk().state_of(parsed(atom))
