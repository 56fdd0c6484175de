"""Imported once, in the process from which workers are forked: everything they need, at hand.

What was never compiled is compiled by the first worker, which tells the page that it does.
"""

import lamp.web.session_worker  # noqa: F401 (with all it needs)
from lamp.search import is_prepared, prepare

if is_prepared():
    prepare()
