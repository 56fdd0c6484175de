"""Tests of `lamp.cli`."""
