"""Tests of `lamp.benchmarks`."""
