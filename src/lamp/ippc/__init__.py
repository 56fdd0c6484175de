"""The protocol of the planning competitions' server, mdpsim: both sides of it (docs/ippc.md).

Modules are imported at the first use of what they export: the defaults of the command line
(`setting.py`) need nothing else.
"""

from lamp.util import lazy_exports

_MODULES = {
    "Address": "client",
    "ClientOptions": "client",
    "DEFAULT_SETTING": "setting",
    "Game": "game",
    "HOST": "setting",
    "IDLE_SECONDS": "setting",
    "MAX_INT32": "setting",
    "PORT": "setting",
    "PlayedSession": "client",
    "Report": "server",
    "Server": "server",
    "Setting": "setting",
    "TIMEOUT_SECONDS": "setting",
    "models_of": "problems",
    "play": "client",
}

__all__ = sorted(_MODULES)  # noqa: PLE0605 (a list of strings)
__getattr__ = lazy_exports(__name__, _MODULES)
