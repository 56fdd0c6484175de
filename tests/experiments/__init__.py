"""Tests of `lamp.experiments`."""
