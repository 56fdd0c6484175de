"""Tests of the page of `lamp serve` in a real browser."""
