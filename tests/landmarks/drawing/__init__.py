"""Tests of drawings of landmark graphs."""
