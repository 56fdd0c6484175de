"""Tests of `lamp.search`."""
