"""Options of a command that belong together, as one argument."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields
from functools import wraps
from typing import Any, TypeAlias

Command: TypeAlias = Callable[..., None]


def grouped(group: type[Any], argument: str) -> Callable[[Command], Command]:
    """Give a command one argument, a dataclass, made of the options named as its fields are."""
    names = [field.name for field in fields(group)]

    def decorate(command: Command) -> Command:
        @wraps(command)
        def with_group(**arguments: object) -> None:
            made = group(**{name: arguments.pop(name) for name in names})
            command(**{argument: made}, **arguments)

        return with_group

    return decorate
