"""What a worker process does: load a problem, find its landmarks, and plan when it is told to.

One thing is done at a time. While a decision takes long, the planner asks now and then whether it
should stop; that is when the worker looks at what has come in.
"""

from __future__ import annotations

import time
import traceback
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from lamp.benchmarks import load as load_benchmark
from lamp.errors import ExecutionError, LampError, SettingsError
from lamp.execution import Execution, ending_text, make_planner, note_on, planner_names
from lamp.grounding import ground_model
from lamp.landmarks import LandmarkGraph, find_landmarks
from lamp.ppddl import Model, load_texts
from lamp.search import SearchSettings, prepare
from lamp.util import progress_shown_by
from lamp.web.channel import Channel, lower_thread_priority
from lamp.web.limits import SESSIONS
from lamp.web.messages import (
    Scene,
    error_message,
    landmarks_message,
    problem_message,
    ready_message,
    step_message,
)

ENDS_A_DECISION = ("start", "stop")
LONGEST_DELAY = 10.0
"""Seconds between two steps."""


class SessionWorker:
    """A problem, its landmarks, and an episode of it, as far as there are any."""

    def __init__(self, channel: Channel) -> None:
        self._channel = channel
        self._scene: Scene | None = None
        self._graph: LandmarkGraph | None = None
        self._execution: Execution | None = None
        self._delay: float | None = None
        """Seconds between steps; nothing while the episode does not run by itself."""
        self._since = 0.0
        self._searcher = ThreadPoolExecutor(1, initializer=lower_thread_priority)
        """Decides, while the worker waits for it; with less right to the processor."""

    def serve(self) -> None:
        """Do what comes in, and in between what was asked for."""
        while True:
            command = self._channel.receive(self._seconds_to_next_step())
            try:
                if command is None:
                    self._step()
                else:
                    self._handler(command["type"])(command)
            except ConnectionError:  # the page is gone
                raise
            except Exception as error:  # the page hears of it, and may go on
                self._failed(error)

    def _seconds_to_next_step(self) -> float | None:
        """Seconds to wait for a command before the next step; None waits for ever."""
        if self._delay is None:
            return None
        return max(0.0, self._since + self._delay - time.monotonic())

    def _handler(self, name: str) -> Callable[[dict[str, Any]], None]:
        return {
            "load": self._load,
            "start": self._start,
            "step": self._one_step,
            "run": self._run,
            "pause": self._pause,
            "stop": self._stop,
        }[name]

    def _failed(self, error: Exception) -> None:
        """Say what went wrong; whatever was running does not go on."""
        self._delay = None
        if not isinstance(error, LampError):
            traceback.print_exception(error)
        self._channel.send("error", **error_message(error))
        self._channel.send("state", running=False)

    # Loading

    def _load(self, command: dict[str, Any]) -> None:
        model = self._model(command)
        self._channel.send_progress("busy", text="grounding")
        if command.get("unit_costs") is True:
            model = model.without_costs()
        task = ground_model(model, progress=self._grounding)
        self._scene = Scene.of(model, task)
        self._channel.send("problem", **problem_message(self._scene))
        self._channel.send("busy", text="looking for landmarks")
        self._graph = find_landmarks(task)
        self._channel.send("landmarks", **landmarks_message(self._graph, task))
        with progress_shown_by(self._compiling):
            prepare()
        self._channel.send("loaded", note=note_on(task))

    @staticmethod
    def _model(command: dict[str, Any]) -> Model:
        if "name" in command:
            return load_benchmark(_text(command, "name"))
        return load_texts(_text(command, "domain"), _text(command, "problem"))

    def _compiling(self, text: str) -> None:
        self._channel.send_progress("busy", text=text)

    def _grounding(self, culprit: str, actions: int, facts: int) -> None:
        self._channel.send_progress(
            "busy", text=f"grounding {culprit}: {actions:,} actions, {facts:,} facts"
        )

    # Planning

    def _start(self, command: dict[str, Any]) -> None:
        self._end_episode()
        if not self._scene or not self._graph:
            raise ExecutionError("there is no problem yet", remedy="Load one first")
        kind = command.get("planner", "lamp")
        if kind not in planner_names():  # no module:Class: a page must not import modules
            names = ", ".join(planner_names())
            raise SettingsError(f"there is no planner {kind!r}", remedy=f"There are {names}")
        settings = SearchSettings().changed(**_settings(command))
        planner = make_planner(kind, self._scene.task, self._graph, settings)
        planner.share_memory(SESSIONS)
        self._execution = Execution(planner)
        self._channel.send("ready", **ready_message(self._scene, self._graph, planner, kind))
        self._send_end()

    def _one_step(self, command: dict[str, Any]) -> None:  # noqa: ARG002 (as all commands)
        self._delay = None
        self._step()
        self._channel.send("state", running=False)

    def _run(self, command: dict[str, Any]) -> None:
        self._check_episode()
        delay = command.get("delay", 0.0)
        good = isinstance(delay, int | float) and 0 <= delay <= LONGEST_DELAY
        self._delay = float(delay) if good else 0.0
        self._channel.send("state", running=True)
        self._step()

    def _pause(self, command: dict[str, Any]) -> None:  # noqa: ARG002 (as all commands)
        self._delay = None
        self._channel.send("state", running=False)

    def _stop(self, command: dict[str, Any]) -> None:
        self._pause(command)
        self._end_episode()

    def _step(self) -> None:
        """One step of the episode, shown; and its end, if this was the last."""
        scene, graph, execution = self._check_episode()
        self._since = time.monotonic()
        step = self._searcher.submit(execution.step, self._is_stopped).result()
        if step:
            self._channel.send("step", **step_message(scene, graph, execution))
        self._send_end()

    def _check_episode(self) -> tuple[Scene, LandmarkGraph, Execution]:
        if not self._scene or not self._graph or not self._execution:
            raise ExecutionError("no episode has begun", remedy="Start one first")
        return self._scene, self._graph, self._execution

    def _is_stopped(self) -> bool:
        """Whether the decision is wanted now; a sign of life, if it takes long."""
        spent = time.monotonic() - self._since
        if self._execution and spent > 0.5:
            rollouts = self._execution.planner.decision_budget.rollouts
            self._channel.send_progress("thinking", rollouts=rollouts, seconds=round(spent, 1))
        return self._channel.is_waiting(ENDS_A_DECISION)

    def _send_end(self) -> None:
        """Say how the episode ended, if it did: once."""
        if not self._execution or self._execution.end is None:
            return
        execution, self._execution, self._delay = self._execution, None, None
        episode = execution.episode()
        self._channel.send(
            "end",
            outcome=episode.end.value,
            cost=episode.cost,
            length=episode.length,
            text=ending_text(episode),
            rollouts=episode.rollouts,
        )
        self._channel.send("state", running=False)

    def _end_episode(self) -> None:
        """End the episode under way, if there is one."""
        if self._execution:
            self._execution.step(lambda: True)
            self._send_end()


def _text(command: dict[str, Any], name: str) -> str:
    value = command.get(name, "")
    return value if isinstance(value, str) else ""


def _settings(command: dict[str, Any]) -> dict[str, Any]:
    """The settings that were given; what has no limit is given as nothing."""
    settings = command.get("settings", {})
    if not isinstance(settings, dict):
        return {}
    return {str(name): value for name, value in settings.items() if value is not None}
