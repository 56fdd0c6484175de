"""Tests of `lamp.pictures`."""
