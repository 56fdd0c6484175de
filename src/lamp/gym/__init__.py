"""Tasks as environments of Gymnasium, and planners as agents: the extra `gym`.

Importing this registers the built-in problems: `gymnasium.make("lamp/tireworld-p15")`.
"""

from importlib.util import find_spec

if not (find_spec("gymnasium") and find_spec("PIL")):
    message = "lamp.gym needs Gymnasium and Pillow: pip install 'lamp-planner[gym]'"
    raise ModuleNotFoundError(message, name="gymnasium")

from lamp.gym.agents import Agent, KnownWorld, PlanningAgent, RandomAgent
from lamp.gym.environment import TaskEnv
from lamp.gym.registration import env, register

__all__ = [
    "Agent",
    "KnownWorld",
    "PlanningAgent",
    "RandomAgent",
    "TaskEnv",
    "env",
]

register()
