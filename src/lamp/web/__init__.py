"""The page: a local web server for problems, landmarks, planning and results.

`serving` opens a port and runs the `app`; `access` decides which requests it accepts. Each
connection of a page is a `session` with a worker process of its own (`workers`), in which a
`session_worker` loads a problem and plans. `messages`, `catalogue` and `results` make what the page
shows; the page itself is in `static`. Workers import this package, too, and need no server.
"""

from lamp.util import lazy_exports

_MODULES = {"serve": "serving"}

__all__ = sorted(_MODULES)  # noqa: PLE0605 (a list of strings)
__getattr__ = lazy_exports(__name__, _MODULES)
