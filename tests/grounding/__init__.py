"""Tests of `lamp.grounding`."""
