"""Tests of `lamp.results`."""
