"""Landmark-assisted Monte Carlo planning for probabilistic problems in PPDDL.

    import lamp

    task = lamp.load("tireworld:p15")
    planner = lamp.Lamp(task, lamp.find_landmarks(task), rollouts=100, seed=0)
    episode = planner.run()

Rooms are imported when something of theirs is asked for; `__init__.pyi` tells type checkers.
"""

from importlib import import_module

__version__ = "0.1.0"

_HOMES = {
    "Decision": "search",
    "Episode": "execution",
    "EpisodeEnd": "execution",
    "Lamp": "execution",
    "LampError": "errors",
    "LandmarkGraph": "landmarks",
    "LandmarkPlan": "execution",
    "Lrtdp": "execution",
    "SearchSettings": "search",
    "SequentialPlan": "execution",
    "Task": "task",
    "Uct": "execution",
    "env": "gym",
    "find_landmarks": "landmarks",
    "load": "loading",
}

__all__ = [*sorted(_HOMES)]  # noqa: PLE0604 (names of strings, sorted)


def __getattr__(name: str) -> object:
    if name in _HOMES:
        return getattr(import_module(f"lamp.{_HOMES[name]}"), name)
    raise AttributeError(f"module 'lamp' has no attribute {name!r}")


def __dir__() -> list[str]:
    return [*globals(), *__all__]
