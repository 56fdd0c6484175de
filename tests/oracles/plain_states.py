"""The states of a task by its semantics, without optimisation: an oracle for `state_graph`."""

from __future__ import annotations

from lamp.task import State, Task


def next_states(task: Task, state: State) -> set[State]:
    """The states that may come after one, by the semantics of the task."""
    if task.is_goal(state):
        return set()
    return {after for action in task.applicable(state) for after in task.apply(state, action)}


def plain_state_graph(task: Task) -> dict[State, set[State]]:
    """The states that can be reached and what comes after each, by the semantics of the task."""
    graph: dict[State, set[State]] = {}
    waiting = [task.initial]
    while waiting:
        state = waiting.pop()
        if state not in graph:
            graph[state] = next_states(task, state)
            waiting.extend(graph[state])
    return graph
