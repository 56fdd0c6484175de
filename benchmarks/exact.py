"""Exact values, time and memory, problem by problem, each in a process of its own.

uv run python benchmarks/exact.py                        # the problems of the reference
uv run python benchmarks/exact.py --growth               # how time and memory grow
uv run python benchmarks/exact.py --all                  # all 63: about two hours
uv run python benchmarks/exact.py zenotravel:p5 tireworld:p15 --method search
uv run python benchmarks/exact.py --compare              # turns, enumeration and search
"""

from __future__ import annotations

import argparse
import json
import resource
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

from lamp.benchmarks import NAMES, load
from lamp.exact import Limits, Method, solve
from lamp.grounding import ground

REFERENCE = Path(__file__).parents[1] / "tests" / "data" / "reference" / "exact.json"
GROWTH = [
    *("triangle_tireworld:p1", "triangle_tireworld:p2", "triangle_tireworld:p3"),
    *("triangle_tireworld:p4", "triangle_tireworld:p5"),
    *("zenotravel_released:p2", "zenotravel_released:p5"),
]
COMPARED = [
    *("tireworld:p1", "tireworld:p5", "tireworld:p6", "tireworld:p13", "tireworld:p15"),
    *("triangle_tireworld:p3", "triangle_tireworld:p4", "prob_blocksworld:p1"),
    *("prob_blocksworld:p6", "prob_blocksworld:p8", "prob_blocksworld:p9"),
    *("exploding_blocksworld:p1", "exploding_blocksworld:p4"),
    *("elevators:p1", "elevators:p10", "elevators:p12", "elevators:p15", "zenotravel:p2"),
]
WAYS = {"turns": None, "enumeration": "enumeration", "search": "search"}
PATIENCE = 60.0
"""Seconds for each way that is compared."""
KEYS = {
    "states": "states",
    "dead_end_states": "dead_ends",
    "max_prob": "max_probability",
    "ssp_cost": "expected_cost",
    "gubs_h200": "gubs_utility",
}


def measure(name: str, method: str | None, seconds: float) -> dict[str, Any]:
    """The values of a problem, and what they took."""
    model = load(name)
    task = ground(model.domain, model.problem)
    # Compiled code is loaded before anything counts.
    small = load("triangle_tireworld:p1")
    for way in Method:
        solve(ground(small.domain, small.problem), method=way)
    before = peak()
    start = time.process_time()
    limits = Limits(seconds=seconds)
    solution = solve(task, limits=limits, method=Method(method) if method else None)
    return {
        "processor_seconds": time.process_time() - start,
        "limit": solution.limit,
        "method": solution.method.value,
        "states": solution.states,
        "dead_ends": solution.dead_ends,
        "max_probability": solution.max_probability,
        "expected_cost": solution.expected_cost,
        "gubs_utility": solution.gubs_utility,
        "error_bound": solution.error_bound,
        "seconds": solution.seconds,
        "before": before,
        "peak": peak(),
    }


def peak() -> int:
    """The most memory this process ever had, in bytes."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024


def in_a_process(name: str, method: str | None, seconds: float) -> dict[str, Any]:
    """The same, in a process that has not used any memory yet."""
    command = [sys.executable, __file__, "--one", name, "--seconds", str(seconds)]
    command += ["--method", method] if method else []
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if "OutOfTime" in done.stderr or "TooManyStates" in done.stderr:
        return {"limit": "of time or states", "method": method}
    done.check_returncode()
    result: dict[str, Any] = json.loads(done.stdout)
    return result


def compared(name: str, seconds: float) -> str:
    """The processor seconds of a problem by each way; a minus where the time was over."""
    taken = []
    method = ""
    for way in WAYS.values():
        values = in_a_process(name, way, seconds)
        taken.append("-" if values["limit"] else f"{values['processor_seconds']:.2f}")
        method = method or values["method"]
    return f"{name:<26}" + "".join(f"{text:>13}" for text in taken) + f"  {method}"


def difference(values: dict[str, Any], expected: dict[str, float]) -> str:
    """How far the values are from the reference, at most."""
    pairs = [
        (values[key], expected[reference_key])
        for reference_key, key in KEYS.items()
        if reference_key in expected
    ]
    known = [abs(value - reference) for value, reference in pairs if value is not None]
    return f"{max(known):.0e}" if known else "-"


def line(name: str, values: dict[str, Any], expected: dict[str, float]) -> str:
    """One line of the table."""
    cost = "-" if values["expected_cost"] is None else f"{values['expected_cost']:.7f}"
    ends = "-" if values["dead_ends"] is None else f"{values['dead_ends']:,}"
    grown = (values["peak"] - values["before"]) / values["states"]
    return (
        f"{name:<26}{values['method'][:6]:>7}{values['states']:>12,}{ends:>11}"
        f"{values['max_probability']:>12.8f}{cost:>13}{values['gubs_utility']:>13.9f}"
        f"{values['error_bound']:>8.0e}{values['seconds']:>9.2f}"
        f"{1e6 * values['seconds'] / values['states']:>9.1f}{values['peak'] / 2**20:>8,.0f}"
        f"{grown:>9.0f}{difference(values, expected):>8}"
    )


def main() -> None:
    """Print one line for each problem."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("names", nargs="*", metavar="NAME")
    parser.add_argument("--growth", action="store_true", help="problems that grow")
    parser.add_argument("--all", action="store_true", help="all built-in problems")
    parser.add_argument("--compare", action="store_true", help="each way to solve problems")
    parser.add_argument("--seconds", type=float, help="for each problem and way")
    parser.add_argument("--method", choices=[method.value for method in Method])
    parser.add_argument("--one", metavar="NAME", help="print JSON for one problem")
    options = parser.parse_args()
    if options.one:
        print(json.dumps(measure(options.one, options.method, options.seconds)))
        return
    if options.compare:
        print(f"{'problem':<26}" + "".join(f"{way:>13}" for way in WAYS) + "  solved by")
        for name in options.names or COMPARED:
            print(compared(name, options.seconds or PATIENCE), flush=True)
        return
    reference = json.loads(REFERENCE.read_text(encoding="utf-8"))["values"]
    names = options.names or (NAMES if options.all else GROWTH if options.growth else reference)
    method = options.method or ("enumeration" if options.growth else None)
    seconds = options.seconds or 3600.0
    print(
        f"{'problem':<26}{'method':>7}{'states':>12}{'dead ends':>11}{'probability':>12}"
        f"{'cost':>13}{'utility':>13}{'error':>8}{'seconds':>9}{'µs/state':>9}{'MB':>8}"
        f"{'B/state':>9}{'differs':>8}"
    )
    for name in names:
        values = in_a_process(name, method, seconds)
        print(line(name, values, reference.get(name, {})), flush=True)


if __name__ == "__main__":
    main()
