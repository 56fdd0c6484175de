"""The page: a local web server on everything the package knows.

`serving` opens a port and runs the `app`; `guard` decides who may talk to it. Each connection of a
page is a `session` with a worker process of its own (`workers`), in which a `desk` loads a problem
and plans. `catalogue`, `describing` and `results` say what there is to look at; the page itself is
in `static`. Nothing is imported here: `lamp --help` needs none of it.
"""
