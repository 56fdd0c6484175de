"""Q_φ and N_φ: rows of estimates for the pairs of a state and a subgoal that were visited."""

from __future__ import annotations

from lamp.search.lamp.kernel.records import NO_PAIR, Statistics
from lamp.statespace.kernel import UNKNOWN, Space
from lamp.util.compiling import inlined, inlined_entry


@inlined_entry
def subgoal_row(statistics: Statistics, space: Space, state: int, subgoal: int) -> int:
    """The row of a state's first edge for a subgoal; UNKNOWN if there is no room for a new one.

    The pair that was looked up last becomes the first of the list: mostly it is the next one, too.
    """
    pairs = statistics.pairs
    pair, before = statistics.first_pair[state], NO_PAIR
    while pair != NO_PAIR:
        if pairs[pair].subgoal == subgoal:
            if before != NO_PAIR:
                pairs[before].next = pairs[pair].next
                pairs[pair].next = statistics.first_pair[state]
                statistics.first_pair[state] = pair
            return pairs[pair].row
        before, pair = pair, pairs[pair].next
    return new_pair(statistics, state, subgoal, space.nodes[state].num_edges)


@inlined
def new_pair(statistics: Statistics, state: int, subgoal: int, num_edges: int) -> int:
    """The row of a new pair, the first in the list of its state."""
    pairs, pair, row = statistics.pairs, statistics.num_pairs, statistics.num_rows
    if pair >= len(pairs) or row + num_edges > len(statistics.subgoal):
        return UNKNOWN
    statistics.num_pairs += 1
    statistics.num_rows += num_edges
    for index in range(row, row + num_edges):
        statistics.subgoal[index].value = 0.0
        statistics.subgoal[index].visits = 0.0
    pairs[pair].subgoal = subgoal
    pairs[pair].row = row
    pairs[pair].next = statistics.first_pair[state]
    statistics.first_pair[state] = pair
    return row
