"""The client: a planner of lamp plays the rounds that a server offers."""

from __future__ import annotations

import socket
import time
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import NamedTuple
from xml.etree.ElementTree import Element

from lamp.errors import RemoteError
from lamp.ippc import messages
from lamp.ippc.game import Game
from lamp.ippc.messages import DONE, ROUND_REQUEST, RoundEnd, RoundInit
from lamp.ippc.score import Score
from lamp.ippc.setting import TIMEOUT_SECONDS, Setting
from lamp.ippc.stream import Messages
from lamp.search import LandmarkPlan, Stop, TimedStop
from lamp.task import NO_COST, Action, Cost, State, plain_number
from lamp.util import Deadline

MOST_BYTES = 2**23
"""In a message of a server: a state has all its true atoms."""
PIECE = 2**16
LISTEN = "Is it a server of the planning competition (lamp server, mdpsim)?"


class Address(NamedTuple):
    """Where a server is."""

    host: str
    port: int

    def __str__(self) -> str:
        return f"[{self.host}]:{self.port}" if ":" in self.host else f"{self.host}:{self.port}"


@dataclass(slots=True)
class PlayedSession:
    """A session as the client saw it, as far as it came."""

    session: int
    setting: Setting
    ends: list[RoundEnd] = field(default_factory=list)
    goal_reward: Fraction = NO_COST
    """What the problem says that reaching the goal is worth."""

    @property
    def score(self) -> Score:
        """What the rounds amount to."""
        return Score.of(self.setting.rounds, self.ends, self.goal_reward)


Watch = Callable[[PlayedSession], None]
"""Sees the session when it begins, and after each round."""


@dataclass(frozen=True, slots=True)
class ClientOptions:
    """How the client plays."""

    name: str = "lamp"
    timeout: float = TIMEOUT_SECONDS
    """Seconds to wait for an answer: mdpsim says nothing when it has not understood."""
    paced: bool = True
    """Whether the allowed time is shared out among decisions."""


DEFAULT_OPTIONS = ClientOptions()


def play(
    address: Address,
    game: Game,
    planner: LandmarkPlan,
    options: ClientOptions = DEFAULT_OPTIONS,
    watch: Watch | None = None,
) -> PlayedSession:
    """A whole session; each round begins an episode with the next seed."""
    with closing(_ServerConnection(address, options.timeout)) as connection:
        connection.send(messages.session_request(options.name, game.name))
        first = connection.receive("session-init")
        played = PlayedSession(
            messages.number_of(first, "sessionID"),
            messages.read_setting(first),
            goal_reward=game.task.goal_reward,
        )
        player = _Player(connection, game, planner, played.setting.turns if options.paced else 0)
        for number in range(played.setting.rounds):
            if watch:
                watch(played)
            planner.start(planner.settings.seed + number)
            played.ends.append(player.play())
        connection.receive("end-session")
    if watch:
        watch(played)
    return played


class _Player:
    """A planner on a connection."""

    def __init__(
        self, connection: _ServerConnection, game: Game, planner: LandmarkPlan, turns: int
    ) -> None:
        self._connection = connection
        self._game = game
        self._planner = planner
        self._decisions = min(turns, planner.settings.budget)
        """In how many parts a round's time is divided; 0 if time is not looked at."""
        self._begin()

    def _begin(self) -> None:
        """Begin a round."""
        self._cost: Cost = 0
        """The cost of the actions of this round, by what was seen of them."""
        self._last_step: tuple[State, Action] | None = None
        """The last state and the action decided on there."""
        self._turns = 0
        """The actions of this round."""

    def play(self) -> RoundEnd:
        """One round, from its request to its end."""
        self._connection.send(ROUND_REQUEST)
        self._begin()
        init = messages.read_round_init(self._connection.receive("round-init"))
        end = time.monotonic() + fair_share(init)
        error = ""
        while True:
            message = self._connection.receive("state", "end-round", "error")
            if message.tag == "end-round":
                return self._with_cost(messages.read_end_round(message, error), message)
            if message.tag == "error":
                error = messages.words_of(message)
            else:
                self._connection.send(self._decision(message, end))

    def _decision(self, message: Element, end: float) -> str:
        """What to do in the state that the server tells: that is the truth."""
        state = self._game.state_of(message)
        self._add_last_cost(state)
        if self._game.task.is_goal(state):
            return DONE
        action = self._planner.decide(state, self._pace(end)).action
        if action is None:
            return DONE
        self._last_step = state, action
        self._turns += 1
        return messages.act(action)

    def _add_last_cost(self, state: State) -> None:
        """Add the cost of the last action, of which a state is the outcome."""
        if self._last_step is not None:
            self._cost += self._game.task.observed_cost(*self._last_step, state)
            self._last_step = None

    def _with_cost(self, end: RoundEnd, message: Element) -> RoundEnd:
        """The end of a round with its cost: what the server says, else what was seen.

        The last action has been executed if the server has counted it.
        """
        if not self._game.counts_costs:
            return replace(end, cost=None)
        last = message.find("state")
        if end.cost is None and last is not None and end.turns == self._turns:
            self._add_last_cost(self._game.state_of(last))
        return replace(end, cost=plain_number(self._cost)) if end.cost is None else end

    def _pace(self, end: float) -> Stop | None:
        """Each decision may take an equal part of what is left for its round."""
        if not self._decisions:
            return None
        left = max(0.0, end - time.monotonic())
        return TimedStop(Deadline(left / self._decisions))


def fair_share(init: RoundInit) -> float:
    """The seconds that a round may take, so that the rounds after it have as many."""
    return init.milliseconds_left / 1000 / (init.rounds_left + 1)


class _ServerConnection:
    """A connection with a server, on which no wait is endless."""

    def __init__(self, address: Address, timeout: float) -> None:
        self._timeout = timeout
        self._address = address
        self._messages = Messages(MOST_BYTES)
        self._complaint = ""
        """What the server said was wrong, last."""
        try:
            self._socket = socket.create_connection(address, timeout)
            self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        except OSError as error:
            raise RemoteError(
                f"there is no connection to {address}: {error.strerror or error}",
                remedy="Is the server running there? lamp server starts one",
            ) from None

    def close(self) -> None:
        """End the connection."""
        self._socket.close()

    def send(self, text: str) -> None:
        """Send a message without a newline: mdpsim would take that for a part of the next."""
        try:
            self._socket.settimeout(self._timeout)
            self._socket.sendall(text.encode("utf-8", "replace"))
        except OSError as error:
            raise self._lost(error) from None

    def receive(self, *expected: str) -> Element:
        """The next message, which is one of those expected."""
        limit = time.monotonic() + self._timeout
        while (message := self._messages.take()) is None:
            self._messages.feed(self._read(limit))
        if message.tag == "error":
            self._complaint = messages.words_of(message)
        if message.tag in expected:
            return message
        if message.tag == "error":
            raise RemoteError(f"{self._address} says: {self._complaint}", remedy=LISTEN)
        raise RemoteError(
            f"{self._address} sent <{message.tag}> where <{expected[0]}> was expected",
            remedy=LISTEN,
        )

    def _read(self, limit: float) -> bytes:
        try:
            self._socket.settimeout(max(0.001, limit - time.monotonic()))
            data = self._socket.recv(PIECE)
        except OSError as error:
            raise self._lost(error) from None
        if not data:
            said = f" after saying: {self._complaint}" if self._complaint else ""
            raise RemoteError(f"{self._address} has closed the connection{said}", remedy=LISTEN)
        return data

    def _lost(self, error: OSError) -> RemoteError:
        if isinstance(error, TimeoutError):
            return RemoteError(
                f"{self._address} has not answered for {self._timeout:g} seconds",
                remedy="Does it serve this problem, under this name? --timeout waits longer",
            )
        return RemoteError(
            f"the connection to {self._address} broke: {error.strerror or error}", remedy=LISTEN
        )
