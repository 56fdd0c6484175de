"""Layouts of graphs: layered (Sugiyama) for acyclic graphs, stress for road maps."""
