"""The words that name sources of landmarks."""

NATIVE = "rhw"
"""LM^RHW, as lamp has it."""
FAST_DOWNWARD = "fd:"
"""Sources that begin with it are generators of Fast Downward: `fd:lm_zg`."""
NO_LANDMARKS = "none"
"""The graph of the goal alone."""
