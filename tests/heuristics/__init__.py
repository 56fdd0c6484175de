"""Tests of `lamp.heuristics`."""
