"""Tests of `lamp.util`."""
