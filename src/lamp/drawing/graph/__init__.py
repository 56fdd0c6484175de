"""Acyclic graphs as SVG, in layers."""
