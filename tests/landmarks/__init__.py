"""Tests of `lamp.landmarks`."""
