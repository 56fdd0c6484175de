"""How much the server takes from a page."""

TEXT_BYTES = 2 * 2**20
"""Of a domain, or of a problem."""
MESSAGE_BYTES = 5 * 2**20
"""Of one message: two texts, and what JSON adds to them."""
SESSIONS = 32
"""At a time."""
