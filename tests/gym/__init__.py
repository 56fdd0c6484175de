"""Tests of `lamp.gym`."""
