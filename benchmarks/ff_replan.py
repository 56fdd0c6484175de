"""FF-Replan on problems by name, by Fast Downward: what lamp's results are compared with.

uv run --extra fd python benchmarks/ff_replan.py zenotravel:p5             # 75 episodes
uv run --extra fd python benchmarks/ff_replan.py elevators:p5 --runs 25

FF-Replan (Yoon, Fern and Givan, 2007) plans in the all-outcomes determinization, where it may
choose what happens, follows the plan, and plans again when something else has happened. The
classical plan is found by lazy greedy search with the FF heuristic and its preferred operators.
What to do next in a state is planned once and kept, also for later episodes. Episodes end after 200
actions, in a goal, or where no plan is left; a mean counts 200 for those that fail, times the cost
unit of the task where actions have costs. FF-Replan plans without costs.
"""

from __future__ import annotations

import argparse
import re
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np

from lamp.benchmarks import load
from lamp.execution import sample_transition
from lamp.grounding import ground
from lamp.landmarks.fast_downward import folder
from lamp.task import NO_COST, Action, Condition, Outcome, State, Task, plain_number

BUDGET = 200
SEARCH = "let(h, ff(), lazy_greedy([h], preferred=[h]))"
PLAN_FOUND, NO_PLAN = 0, (11, 12)
"""Exit codes of Fast Downward."""
STEP = re.compile(r"^\(a(\d+)-(\d+)", re.MULTILINE)


class FFReplan:
    """The planner; what to do next in the states of its plans is kept for later episodes."""

    def __init__(self, task: Task) -> None:
        self.task = task
        self.plans = 0
        """How often Fast Downward was asked."""
        self._known: dict[State, tuple[Action, State] | None] = {}

    def next(self, state: State) -> tuple[Action, State] | None:
        """What to do, and the state that should follow; None where no plan is found."""
        if state not in self._known:
            self._plan(state)
        return self._known[state]

    def _plan(self, state: State) -> None:
        """Remember the next step of each state along a new plan."""
        self.plans += 1
        self._known[state] = None
        for action, outcome in _solve(self.task, state):
            if not self.task.actions[action].precondition.holds(state):
                raise SystemExit(f"{self.task.actions[action]} is not applicable in a plan")
            after = outcome.apply(state)
            self._known[state] = self.task.actions[action], after
            state = after
            if state in self._known or self.task.is_goal(state):
                return


def _solve(task: Task, state: State) -> list[tuple[int, Outcome]]:
    """A plan of the determinization: numbers of actions, and their outcomes."""
    programs = folder()
    if programs is None:
        raise SystemExit("Fast Downward is not installed: uv sync --extra fd")
    with tempfile.TemporaryDirectory() as name:
        scratch = Path(name)
        (scratch / "domain.pddl").write_text(_domain(task), encoding="utf-8")
        (scratch / "problem.pddl").write_text(_problem(task, state), encoding="utf-8")
        translate = [sys.executable, "-m", "fast_downward.translate", "domain.pddl", "problem.pddl"]
        subprocess.run(translate, cwd=scratch, capture_output=True, check=True)
        with (scratch / "output.sas").open(encoding="utf-8") as sas:
            search = [str(programs / "downward"), "--internal-plan-file", "plan"]
            search += ["--search", SEARCH]
            done = subprocess.run(search, cwd=scratch, stdin=sas, capture_output=True, check=False)
        if done.returncode not in (PLAN_FOUND, *NO_PLAN):
            raise SystemExit(done.stderr.decode(errors="replace"))
        plan = scratch / "plan"
        steps = STEP.findall(plan.read_text(encoding="utf-8")) if plan.exists() else []
    return [
        (int(action), task.actions[int(action)].outcomes[int(outcome)]) for action, outcome in steps
    ]


def _domain(task: Task) -> str:
    facts = " ".join(f"(f{number})" for number in range(len(task.atoms)))
    actions = "\n".join(
        f"(:action a{number}-{choice} :parameters ()"
        f" :precondition {_condition(action.precondition)}"
        f" :effect {_effect(outcome)})"
        for number, action in enumerate(task.actions)
        for choice, outcome in enumerate(action.outcomes)
        if outcome.add or outcome.delete or outcome.conditional
    )
    return f"(define (domain d) (:requirements :adl) (:predicates {facts})\n{actions})\n"


def _problem(task: Task, state: State) -> str:
    facts = " ".join(f"(f{fact})" for fact in sorted(state))
    goal = _condition(task.goal)
    return f"(define (problem p) (:domain d) (:init {facts}) (:goal {goal}))\n"


def _condition(condition: Condition) -> str:
    conjuncts = [f"(f{fact})" for fact in condition.true]
    conjuncts += [f"(not (f{fact}))" for fact in condition.false]
    conjuncts += [f"(or {' '.join(map(_condition, clause))})" for clause in condition.any_of]
    return f"(and {' '.join(conjuncts)})"


def _effect(outcome: Outcome) -> str:
    effects = [_changes(outcome.add, outcome.delete)]
    effects += [
        f"(when {_condition(effect.condition)} {_changes(effect.add, effect.delete)})"
        for effect in outcome.conditional
    ]
    return f"(and {' '.join(effects)})"


def _changes(add: tuple[int, ...], delete: tuple[int, ...]) -> str:
    added = [f"(f{fact})" for fact in add]
    return f"(and {' '.join([*added, *(f'(not (f{fact}))' for fact in delete)])})"


def episode(planner: FFReplan, seed: int) -> float | None:
    """The cost of an episode that reaches the goal."""
    rng = np.random.default_rng(seed)
    state, total = planner.task.initial, NO_COST
    for _ in range(BUDGET + 1):
        if planner.task.is_goal(state):
            return plain_number(total)
        step = planner.next(state)
        if step is None:
            return None
        state, cost = sample_transition(planner.task, state, step[0], rng)
        total += cost
    return None


def main() -> None:
    """Print one line for each problem."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("names", nargs="+", metavar="PROBLEM")
    parser.add_argument("--runs", type=int, default=75)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    print(f"{'problem':<26}{'runs':>6}{'success':>9}{'mean cost':>11}{'± 95 %':>8}{'plans':>7}")
    for name in options.names:
        model = load(name)
        planner = FFReplan(ground(model.domain, model.problem))
        costs = [episode(planner, options.seed + run) for run in range(options.runs)]
        failed = plain_number(BUDGET * planner.task.cost_unit)
        counted = [failed if cost is None else cost for cost in costs]
        rate = sum(cost is not None for cost in costs) / len(costs)
        error = 1.96 * statistics.stdev(counted) / len(counted) ** 0.5 if len(counted) > 1 else 0
        mean = statistics.fmean(counted)
        print(f"{name:<26}{len(costs):>6}{rate:>9.2f}{mean:>11.1f}{error:>8.1f}{planner.plans:>7}")


if __name__ == "__main__":
    main()
