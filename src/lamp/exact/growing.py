"""Arrays that grow while states are met."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray


def longer(array: NDArray[Any], length: int, fill: float) -> NDArray[Any]:
    """An array with the same beginning and at least a length; grown by half, at least."""
    if len(array) >= length:
        return array
    new = np.full(max(length, len(array) * 3 // 2), fill, dtype=array.dtype)
    new[: len(array)] = array
    return new
