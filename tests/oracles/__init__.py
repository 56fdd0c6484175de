"""Oracles: the same results computed independently, by definition, by brute force, by planners."""
