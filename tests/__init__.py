"""The tests of lamp: `tests/<room>/` tests `src/lamp/<room>/`, `tests/test_x.py` tests `x.py`."""
