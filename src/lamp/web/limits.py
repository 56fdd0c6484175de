"""How much the server takes from a page."""

TEXT_BYTES = 2 * 2**20
"""Of a domain, or of a problem."""
MESSAGE_BYTES = 5 * 2**20
"""Of one message: two texts, and what JSON adds to them."""
COMMAND_LETTERS = 10_000
"""Of a message without texts."""
COMMANDS = 1000
"""That wait for a worker; more at once come from no page of ours."""
SESSIONS = 32
"""At a time."""
