"""The types of settings: numbers of NumPy become numbers of Python."""

from __future__ import annotations

import numpy as np

from lamp.search import SearchSettings


def test_numpy_numbers_become_python_numbers() -> None:
    settings = SearchSettings(rollouts=np.int64(5), greediness=np.float64(0.25))  # type: ignore[arg-type]
    assert (settings.rollouts, settings.greediness) == (5, 0.25)
    assert type(settings.rollouts) is int
