"""The tests of lamp: `tests/<name>/` tests `src/lamp/<name>/`, `tests/test_x.py` tests `x.py`."""
