"""Names of problems: `tireworld:p15`, one of the paper's, or `tireworld:cities=60,seed=3`."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from lamp.errors import SettingsError

# Two letters at least before the colon: `C:p1` is a file on a Windows drive.
_NAME = re.compile(r"(?P<family>[a-z_]{2,}):(?:(?P<instance>p\d+)|(?P<sizes>[a-z]+=\S*))")


@dataclass(frozen=True, slots=True)
class Name:
    """A name in its parts: an instance, or sizes to generate a problem with."""

    family: str
    instance: str = ""
    sizes: dict[str, int] = field(default_factory=dict)


def is_name(text: str) -> bool:
    """Whether a text is written like the name of a problem, known or not."""
    return bool(_NAME.fullmatch(text.lower()))


def parse_name(text: str) -> Name:
    """Return the parts of a name; upper case does not count."""
    match = _NAME.fullmatch(text.lower())
    if not match:
        raise SettingsError(
            f"{text!r} is not the name of a problem",
            remedy="Names are written like tireworld:p15 or tireworld:cities=60,seed=3",
        )
    return Name(match["family"], match["instance"] or "", _sizes(match["sizes"] or ""))


def _sizes(text: str) -> dict[str, int]:
    sizes: dict[str, int] = {}
    for part in text.split(",") if text else ():
        key, value = _size(part)
        if key in sizes:
            raise SettingsError(f"{key} is given twice", remedy="Give each parameter once")
        sizes[key] = value
    return sizes


def _size(text: str) -> tuple[str, int]:
    key, _, value = text.partition("=")
    try:
        return key, int(value)
    except ValueError:
        raise SettingsError(
            f"{text!r} does not give a parameter a whole number",
            remedy=f"Write it like {key or 'seed'}=3, and commas between parameters",
        ) from None
