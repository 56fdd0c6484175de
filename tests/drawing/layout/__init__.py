"""Tests of layouts of graphs."""
