"""`lamp solve --jobs`: several processes give the same result as one."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from tests.support.cli import lamp, lamp_process

pytestmark = pytest.mark.slow


class Runs(NamedTuple):
    """What a command with several runs has printed, and its trace."""

    result: Any
    trace: str


@pytest.fixture(scope="module")
def runs_by_jobs(tmp_path_factory: pytest.TempPathFactory) -> list[Runs]:
    """Four runs in one process, and in three: an uneven share."""
    folder = tmp_path_factory.mktemp("traces")
    arguments = ["solve", "prob_blocksworld:p1", "--runs", "4", "--rollouts", "30", "--json"]
    one_job = lamp(*arguments, "--trace", str(folder / "1"), "--jobs", "1")
    three_jobs = lamp_process(*arguments, "--trace", str(folder / "3"), "--jobs", "3", check=True)
    return [
        Runs(json.loads(output), Path(folder / jobs).read_text())
        for jobs, output in (("1", one_job.stdout), ("3", three_jobs.stdout))
    ]


def test_solve_finds_the_same_episodes_with_several_jobs_as_with_one(
    runs_by_jobs: list[Runs],
) -> None:
    first, second = (
        [episode["actions"] for episode in runs.result["episodes"]] for runs in runs_by_jobs
    )
    assert first == second
    assert len({tuple(actions) for actions in first}) > 1


def test_solve_writes_the_same_trace_with_several_jobs_as_with_one(
    runs_by_jobs: list[Runs],
) -> None:
    first, second = (
        re.sub(r'"(rollouts_per_)?seconds?": [0-9.e-]+', "", runs.trace) for runs in runs_by_jobs
    )
    assert first == second
    assert first.count('"kind": "start"') == 4
