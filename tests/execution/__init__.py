"""Tests of `lamp.execution`."""
