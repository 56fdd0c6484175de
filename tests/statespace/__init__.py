"""Tests of `lamp.statespace`."""
