"""LAMP (Algorithm 2 of the paper) and UCT."""

from lamp.search.lamp.planner import Lamp, Uct

__all__ = ["Lamp", "Uct"]
