"""Numbers for the literals of conditions."""

from __future__ import annotations

from lamp.heuristics.kernel.records import LiteralCosts
from lamp.statespace.kernel import ONE, TaskArrays, lowest_bit
from lamp.util.compiling import compiled


@compiled
def set_literals(
    task: TaskArrays, condition: int, costs: LiteralCosts, number: float, keep_less: bool
) -> None:
    """Set the number of all literals of a condition; with `keep_less`, not where it is smaller."""
    for index in range(task.test_indptr[condition], task.test_indptr[condition + 1]):
        test = task.tests[index]
        bits = test.mask
        while bits:
            fact = 64 * test.word + lowest_bit(bits)
            is_positive = test.value & (bits & (~bits + ONE))
            numbers = costs.true if is_positive else costs.false
            if not keep_less or number < numbers[fact]:
                numbers[fact] = number
            bits &= bits - ONE
    for index in range(task.clause_indptr[condition], task.clause_indptr[condition + 1]):
        clause = task.clauses[index]
        for position in range(task.option_indptr[clause], task.option_indptr[clause + 1]):
            set_literals(task, task.options[position], costs, number, keep_less)
