from lamp.errors import LampError as LampError
from lamp.errors import LampWarning as LampWarning
from lamp.execution import Episode as Episode
from lamp.execution import EpisodeEnd as EpisodeEnd
from lamp.gym import env as env
from lamp.landmarks import LandmarkGraph as LandmarkGraph
from lamp.landmarks import find_landmarks as find_landmarks
from lamp.loading import load as load
from lamp.search import Decision as Decision
from lamp.search import Lamp as Lamp
from lamp.search import LandmarkPlan as LandmarkPlan
from lamp.search import Lrtdp as Lrtdp
from lamp.search import SearchSettings as SearchSettings
from lamp.search import SequentialPlan as SequentialPlan
from lamp.search import Uct as Uct
from lamp.search import prepare as prepare
from lamp.task import Task as Task

__version__: str
__all__ = [
    "Decision",
    "Episode",
    "EpisodeEnd",
    "Lamp",
    "LampError",
    "LampWarning",
    "LandmarkGraph",
    "LandmarkPlan",
    "Lrtdp",
    "SearchSettings",
    "SequentialPlan",
    "Task",
    "Uct",
    "env",
    "find_landmarks",
    "load",
    "prepare",
]
