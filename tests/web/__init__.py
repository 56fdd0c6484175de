"""Tests of `lamp.web`."""
