"""Files that are written as a whole or not at all; the cache folder."""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path


def write_whole(path: Path, text: str) -> None:
    """Put a text in place of a file; readers see the old one or the new one, even after a crash.

    A link stays a link, and a file keeps its permissions: one that must not be written is not
    replaced either. What is not a file, such as a pipe or a device, is simply written to.
    """
    if os.path.exists(path) and not os.path.isfile(path):  # noqa: PTH110, PTH113 (never raise)
        path.write_text(text, encoding="utf-8", newline="\n")
        return
    target = Path(os.path.realpath(path))
    if target.is_symlink():
        raise OSError(errno.ELOOP, "the link leads back to itself")
    target.parent.mkdir(parents=True, exist_ok=True)
    scratch = target.with_name(f".{os.urandom(8).hex()}.part")
    try:
        with scratch.open("x", encoding="utf-8", newline="\n") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        if target.exists():
            if not os.access(target, os.W_OK) or not target.stat().st_mode & 0o222:
                raise PermissionError(errno.EACCES, "the file must not be written")
            scratch.chmod(stat.S_IMODE(target.stat().st_mode))
        scratch.replace(target)
    except BaseException:
        scratch.unlink(missing_ok=True)
        raise


def cache_folder() -> Path:
    """`$LAMP_CACHE_DIR`, else `lamp` in the user's cache folder; RuntimeError without a home."""
    if folder_name := os.environ.get("LAMP_CACHE_DIR"):
        return Path(folder_name)
    from platformdirs import user_cache_path  # noqa: PLC0415 (takes 20 ms)

    folder = user_cache_path("lamp", appauthor=False)
    if not folder.is_absolute():
        raise RuntimeError("the user has no home folder")
    return folder
