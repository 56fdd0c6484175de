"""Tests of `lamp.ippc`."""
