"""Tests of the README, the documentation and the rules of the repository."""
