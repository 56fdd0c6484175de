"""Tests of pictures of domains."""
