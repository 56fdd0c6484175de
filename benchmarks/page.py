"""How the page holds up: ten sessions that all plan, and how soon the server answers them.

uv run --extra web python benchmarks/page.py

Prints how long the page takes to load, how soon requests and sessions are answered while ten
sessions search without end, and the memory of all processes before, during and after.
"""

from __future__ import annotations

import argparse
import math
import statistics
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))
from tests.support.browser import find_browser, opened_page, started_browser, wait_for
from tests.support.page_server import Server, Session, served

PROBLEM = "zenotravel:p5"
ROUNDS = 20


def megabytes(server: Server) -> float:
    """What all processes hold; what they share is divided among them."""
    total = 0
    for process in server.processes():
        try:
            lines = Path(f"/proc/{process}/smaps_rollup").read_text().splitlines()
        except OSError:  # it has just ended
            continue
        total += sum(int(line.split()[1]) for line in lines if line.startswith("Pss:"))
    return total / 1024


def print_times(what: str, times: list[float]) -> None:
    """Print the median, the 95th percentile and the worst of some times."""
    ranked = sorted(times)
    most = ranked[math.ceil(0.95 * len(ranked)) - 1]
    shown = "".join(
        f"{1e3 * seconds:>9.1f}" for seconds in (statistics.median(times), most, ranked[-1])
    )
    print(f"{what:<44}{shown}", flush=True)


def load_page(server: Server) -> None:
    """Print how long a browser takes until the page can be used."""
    if find_browser() is None:
        print("there is no Chromium here: the page was not loaded")
        return
    with started_browser() as browser:
        times = []
        for _ in range(5):
            with opened_page(browser, []) as page:
                start = time.perf_counter()
                page.goto(server.url)
                wait_for(page, "document.body.dataset.ready !== undefined")
                times.append(time.perf_counter() - start)
    print_times("the page, until it can be used", times)


def begin(session: Session) -> None:
    """Let a session search without end."""
    session.load(PROBLEM)
    session.send("start", settings={"rollouts": 10**9, "megabytes": 200})
    session.send("step")
    session.until("thinking")


def answers(server: Server, sessions: list[Session]) -> None:
    """Print how soon the server and the sessions answer."""
    files, stops, starts = [], [], []
    for _ in range(ROUNDS):
        for session in sessions:
            start = time.perf_counter()
            server.get("/")
            files.append(time.perf_counter() - start)
            start = time.perf_counter()
            session.send("stop")
            session.until("end")
            stops.append(time.perf_counter() - start)
            start = time.perf_counter()
            session.send("start", settings={"rollouts": 10**9, "megabytes": 200})
            session.until("ready")
            starts.append(time.perf_counter() - start)
            session.send("step")
    print_times("a file of the page", files)
    print_times("stop, until the decision is cut short", stops)
    print_times("start, until the episode is ready", starts)


def main() -> None:
    """Measure."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--sessions", type=int, default=10)
    options = parser.parse_args()
    with served() as server:
        with server.session() as first:
            first.load(PROBLEM)  # compiled, if it was not
        print(f"{'milliseconds':<44}{'median':>9}{'95 %':>9}{'worst':>9}")
        load_page(server)
        before = megabytes(server)
        sessions = [server.session() for _ in range(options.sessions)]
        for session in sessions:
            begin(session)
        print(f"with {len(sessions)} sessions that search, all the time:")
        answers(server, sessions)
        during = megabytes(server)
        for session in sessions:
            session.close()
        end = time.monotonic() + 10
        while len(server.processes()) > 3 and time.monotonic() < end:
            time.sleep(0.1)
        after = megabytes(server)
        print(
            f"memory of all processes: {before:.0f} MB before, {during:.0f} MB with all sessions, "
            f"{after:.0f} MB after they closed"
        )


if __name__ == "__main__":
    main()
