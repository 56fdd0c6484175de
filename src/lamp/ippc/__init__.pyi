from lamp.ippc.client import Address as Address
from lamp.ippc.client import ClientOptions as ClientOptions
from lamp.ippc.client import PlayedSession as PlayedSession
from lamp.ippc.client import play as play
from lamp.ippc.game import Game as Game
from lamp.ippc.problems import models_of as models_of
from lamp.ippc.server import Report as Report
from lamp.ippc.server import Server as Server
from lamp.ippc.setting import DEFAULT_SETTING as DEFAULT_SETTING
from lamp.ippc.setting import HOST as HOST
from lamp.ippc.setting import IDLE_SECONDS as IDLE_SECONDS
from lamp.ippc.setting import MAX_INT32 as MAX_INT32
from lamp.ippc.setting import PORT as PORT
from lamp.ippc.setting import TIMEOUT_SECONDS as TIMEOUT_SECONDS
from lamp.ippc.setting import Setting as Setting

__all__ = [
    "DEFAULT_SETTING",
    "HOST",
    "IDLE_SECONDS",
    "MAX_INT32",
    "PORT",
    "TIMEOUT_SECONDS",
    "Address",
    "ClientOptions",
    "Game",
    "PlayedSession",
    "Report",
    "Server",
    "Setting",
    "models_of",
    "play",
]
