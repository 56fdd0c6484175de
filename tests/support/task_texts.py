"""Parts of a task as text, for tests that compare with PPDDL."""

from __future__ import annotations

from lamp.task import Task


def action_texts(task: Task) -> list[str]:
    """The actions of a task, in their order."""
    return [str(action) for action in task.actions]


def atom_texts(task: Task) -> list[str]:
    """The atoms of the facts of a task, in their order."""
    return [str(atom) for atom in task.atoms]
