"""Landmark-assisted Monte Carlo planning for probabilistic problems in PPDDL."""

__version__ = "0.1.0"
