"""Helpers for tests of several packages: processes, the command line, tasks, samples, data."""
