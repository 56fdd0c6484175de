"""Tests of `lamp.exact`."""
