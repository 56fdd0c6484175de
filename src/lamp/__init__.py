"""Landmark-assisted Monte Carlo planning for probabilistic problems in PPDDL.

    import lamp

    task = lamp.load("tireworld:p15")
    planner = lamp.Lamp(task, lamp.find_landmarks(task), rollouts=100, seed=0)
    episode = planner.run()

Packages are imported at the first use of their names; `__init__.pyi` is for type checkers.
"""

from importlib import import_module

__version__ = "0.1.0"

_MODULES = {
    "Decision": "search",
    "Episode": "execution",
    "EpisodeEnd": "execution",
    "Lamp": "search",
    "LampError": "errors",
    "LampWarning": "errors",
    "LandmarkGraph": "landmarks",
    "LandmarkPlan": "search",
    "Lrtdp": "search",
    "SearchSettings": "search",
    "SequentialPlan": "search",
    "Task": "task",
    "Uct": "search",
    "env": "gym",
    "find_landmarks": "landmarks",
    "load": "loading",
    "prepare": "search",
}

__all__ = [*sorted(_MODULES)]  # noqa: PLE0604 (names of strings, sorted)


def __getattr__(name: str) -> object:
    if name in _MODULES:
        return getattr(import_module(f"lamp.{_MODULES[name]}"), name)
    raise AttributeError(f"module 'lamp' has no attribute {name!r}")


def __dir__() -> list[str]:
    return [*globals(), *__all__]
