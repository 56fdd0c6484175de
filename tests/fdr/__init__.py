"""Tests of `lamp.fdr`."""
