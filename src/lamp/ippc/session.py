"""The rules of a session: messages of one client come in, those of the server go out.

No sockets here, and time is asked of a clock that is given.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable
from xml.etree.ElementTree import Element

import numpy as np

from lamp.errors import RemoteError, readable
from lamp.execution import WORLD_STREAM, sample_transition
from lamp.ippc import messages
from lamp.ippc.game import Game
from lamp.ippc.messages import RoundEnd, RoundInit
from lamp.ippc.score import Score
from lamp.ippc.setting import Setting
from lamp.task import Action, Cost, plain_number


class Session:
    """All rounds of one client on one problem.

    Each round has the next seed, and with it the random numbers of `run_episode`. Without a seed
    they cannot be predicted.
    """

    def __init__(
        self,
        number: int,
        game: Game,
        setting: Setting,
        seed: int | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.number = number
        self.game = game
        self.setting = setting
        self.ends: list[RoundEnd] = []
        self._seed = secrets.randbits(62) if seed is None else seed
        self._clock = clock
        self._start = clock()
        self._round: _Round | None = None

    @property
    def is_over(self) -> bool:
        """Whether all rounds have been played."""
        return len(self.ends) == self.setting.rounds

    @property
    def milliseconds_left(self) -> int:
        """How much of the allowed time is left; below 0 if it is over for long."""
        return self.setting.milliseconds - int(1000 * (self._clock() - self._start))

    @property
    def score(self) -> Score:
        """What the rounds so far amount to."""
        return Score.of(self.setting.rounds, self.ends, self.game.task.goal_reward)

    def opening(self) -> str:
        """The first message of the session."""
        return messages.session_init(self.number, self.setting)

    def answers(self, message: Element) -> list[str]:
        """What the server says to a message of the client."""
        if self._round is None:
            if message.tag != "round-request":
                raise _unexpected(message, "<round-request/>")
            return self._begin()
        if message.tag == "done":
            return self._end(self._round)
        if message.tag != "act":
            raise _unexpected(message, "<act> or <done/>")
        return self._act(self._round, message)

    def _begin(self) -> list[str]:
        """A round begins: and ends at once, where the goal holds or no time is left."""
        number, left = len(self.ends) + 1, self.milliseconds_left
        init = RoundInit(left, self.setting.rounds - number)
        self._round = _Round(self, left, self._seed + number - 1)
        return [
            messages.round_init(self.number, number, init),
            *(self._go_on(self._round) if left > 0 else self._end(self._round)),
        ]

    def _act(self, current: _Round, message: Element) -> list[str]:
        """An action is executed, unless it is wrong or too late."""
        name, arguments = messages.terms_of(messages.child_of(message, "action"), "name")
        action = self.game.action(name, arguments)
        if action is None or not action.precondition.holds(current.state):
            what = "bad action" if action is None else "disabled action"
            words = f'{what} "({" ".join([name, *arguments])})"'
            return [messages.error(readable(words)), *self._end(current, words)]
        if self.milliseconds_left <= 0:
            return self._end(current)
        current.take(action)
        return self._go_on(current)

    def _go_on(self, current: _Round) -> list[str]:
        """The state, if the round goes on from there."""
        if current.turns >= self.setting.turns or self.game.task.is_goal(current.state):
            return self._end(current)
        return [self.game.state_text(current.state)]

    def _end(self, current: _Round, error: str = "") -> list[str]:
        """The end of a round, and of the session where it was the last."""
        self._round = None
        self.ends.append(current.ending(error))
        last = self.game.state_text(current.state)
        end = messages.end_round(self.number, len(self.ends), last, self.ends[-1])
        return [end, self.score.message(self.number)] if self.is_over else [end]


class _Round:
    """A round under way."""

    def __init__(self, session: Session, milliseconds_left: int, seed: int) -> None:
        self._session = session
        self._left = milliseconds_left
        self.state = session.game.task.initial
        self.turns = 0
        self.cost: Cost = 0
        self.world = np.random.default_rng([seed, WORLD_STREAM])

    def take(self, action: Action) -> None:
        """Execute an action."""
        task = self._session.game.task
        self.state, cost = sample_transition(task, self.state, action, self.world)
        self.turns += 1
        self.cost += cost

    def ending(self, error: str) -> RoundEnd:
        """How the round ends if it ends now; it never took longer than there was time."""
        spent = self._left - max(0, self._session.milliseconds_left)
        game = self._session.game
        cost = plain_number(self.cost) if game.counts_costs else None
        return RoundEnd(game.task.is_goal(self.state), self.turns, max(0, spent), error, cost)


def _unexpected(message: Element, expected: str) -> RemoteError:
    return RemoteError(
        f"<{readable(message.tag)}> comes where {expected} is expected",
        remedy="docs/ippc.md shows which message comes when",
    )
