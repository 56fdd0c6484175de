"""Experiments: a grid becomes one durable row per run.

`grid_file` and `presets` make a `grid`; `store` keeps rows; `local` and `cluster` run what is left;
`results` and `export` read. Nothing is imported here: those who read results need no planner.
"""
