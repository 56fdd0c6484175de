"""Tests of `lamp.reporting`."""
