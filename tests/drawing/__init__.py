"""Tests of `lamp.drawing`."""
