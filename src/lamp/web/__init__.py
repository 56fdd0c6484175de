"""The page: a local web server on everything the package knows.

`serving` opens a port and runs the `app`; `access` decides which requests it accepts. Each
connection of a page is a `session` with a worker process of its own (`workers`), in which a
`session_worker` loads a problem and plans. `messages`, `catalogue` and `results` make what the page
shows; the page itself is in `static`. Nothing is imported here: `lamp --help` needs none of it.
"""
