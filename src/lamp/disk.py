"""Files that are written as a whole or not at all, whoever else writes them at the same time."""

from __future__ import annotations

import os
import secrets
from pathlib import Path


def write_whole(path: Path, text: str) -> None:
    """Put a text in place of a file; readers see the old one or the new one, even after a crash.

    A link stays a link. What is not a file, such as a pipe or a device, is simply written to.
    """
    path = path.resolve()
    if path.exists() and not path.is_file():
        path.write_text(text, encoding="utf-8", newline="\n")
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    scratch = path.with_name(f".{path.name[:100]}.{secrets.token_hex(8)}.part")
    try:
        with scratch.open("x", encoding="utf-8", newline="\n") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        scratch.replace(path)
    except BaseException:
        scratch.unlink(missing_ok=True)
        raise
