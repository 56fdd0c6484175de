"""Tests of `lamp.ppddl`."""
