"""`lamp experiment`: run a grid, see how far it is, take the rows elsewhere."""

from __future__ import annotations

import json
import os
import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from lamp.cli.experiment_progress import ExperimentProgress, duration
from lamp.cli.interrupts import stopped_by_signals
from lamp.cli.output import errors_as_json
from lamp.cli.problem import show_warnings
from lamp.cli.progress import Waiting
from lamp.errors import ExitCode, SettingsError, readable

if TYPE_CHECKING:
    from lamp.experiments import Grid, Stop
    from lamp.results import Status

FOLDER = click.Path(path_type=Path, file_okay=False)
PRESETS = (
    "A grid that is built in: the paper's figure-2, figure-3, figures, appendix; or ablation, "
    "ablation-appendix, planners."
)


@click.group(short_help="Run many episodes over a grid of settings.")
def experiment() -> None:
    """Run a grid of problems and settings; every run becomes a row that survives any crash.

    \b
    Examples:
      lamp experiment run grid.toml --out results
      lamp experiment status results
      lamp experiment export results --format csv --out rows.csv
    """  # noqa: D301 (click reads the backspace)


@experiment.command(short_help="Run a grid, or go on with it.")
@click.argument("path", metavar="[GRID]", required=False, type=click.Path(path_type=Path))
@click.option("--preset", help=PRESETS)
@click.option("--out", "folder", type=FOLDER, required=True, help="The folder of the results.")
@click.option("--jobs", type=click.IntRange(1), help="Processes. [one for each processor]")
@click.option("--cluster", metavar="ADDRESS", help="Dask: tcp://…, a scheduler file, or local.")
@click.option("--runs", type=click.IntRange(1, 10**6), help="Runs of each, in place of the grid's.")
@click.option("--run-seconds", type=click.FloatRange(0, min_open=True), help="Limit of a run.")
@click.option("--run-megabytes", type=click.FloatRange(0, min_open=True), help="Limit of a run.")
@click.option("--retry-failed", is_flag=True, help="Run those again that failed.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object instead of text.")
def run(
    folder: Path,
    cluster: str | None,
    retry_failed: bool,
    as_json: bool,
    **options: Any,  # noqa: ANN401
) -> None:
    """Run what GRID describes, in TOML, into a folder; the same command goes on where it ended.

    Whatever stops it (Ctrl-C, kill -9, a full disk): rows that were counted are kept, and in the
    end every run has exactly one. Ends with 6 if some runs failed. See docs/experiments.md.

    \b
    Examples:
      lamp experiment run grid.toml --out results --jobs 2
      lamp experiment run --preset figures --out figures
      lamp experiment run grid.toml --out results --cluster tcp://head:8786
    """  # noqa: D301 (click reads the backspace)
    with errors_as_json(as_json):
        jobs = options.pop("jobs") or os.cpu_count() or 1
        with Waiting("reading the grid"):
            from lamp.experiments import prepare_for  # noqa: PLC0415

            grid = _grid(**options)
            prepare_for(grid)
        show_warnings(grid.warnings)
        with stopped_by_signals() as signals:
            _run(grid, folder, cluster, jobs, retry_failed, lambda: bool(signals))
        from lamp.results import read_status  # noqa: PLC0415

        status = read_status(folder)
    _tell(status, folder, as_json=as_json, warnings=grid.warnings)
    if signals:
        click.echo("stopped; the same command goes on from here", err=True)
        sys.exit(128 + signals[0])
    sys.exit(ExitCode.FAILED_RUNS if status.failed else ExitCode.DONE)


def _run(
    grid: Grid, folder: Path, cluster: str | None, jobs: int, retry_failed: bool, stop: Stop
) -> None:
    from lamp.experiments import Store  # noqa: PLC0415

    with Store(folder, grid) as store, ExperimentProgress() as progress:
        if retry_failed:
            store.forget_failed()
        if cluster:
            from lamp.experiments import run_on_cluster  # noqa: PLC0415

            run_on_cluster(grid, store, (cluster, jobs), progress.show, stop)
        else:
            from lamp.experiments import run_locally  # noqa: PLC0415

            run_locally(grid, store, jobs, progress.show, stop)


def _grid(
    path: Path | None,
    preset: str | None,
    runs: int | None,
    run_seconds: float | None,
    run_megabytes: float | None,
) -> Grid:
    from lamp.experiments import preset as preset_grid  # noqa: PLC0415
    from lamp.experiments import read_grid  # noqa: PLC0415

    if bool(path) == bool(preset):
        raise SettingsError(
            "GRID and --preset are both given, or neither", remedy="Give one of them"
        )
    grid = read_grid(path) if path else preset_grid(preset or "")
    limits = grid.limits
    if run_seconds is not None:
        limits = limits._replace(seconds=run_seconds)
    if run_megabytes is not None:
        limits = limits._replace(megabytes=run_megabytes)
    return replace(grid, limits=limits, runs=runs or grid.runs)


@experiment.command(short_help="How far an experiment is.")
@click.argument("folder", type=FOLDER)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object instead of text.")
def status(folder: Path, as_json: bool) -> None:
    """Show how much of an experiment is done, for each problem, and what failed and why.

    Changes nothing, and may be called while the experiment is running.

    \b
    Examples:
      lamp experiment status results
      lamp experiment status results --json
    """  # noqa: D301 (click reads the backspace)
    from lamp.results import read_status  # noqa: PLC0415

    with errors_as_json(as_json):
        status = read_status(folder)
    _tell(status, folder, as_json=as_json)


def _tell(
    status: Status, folder: Path, *, as_json: bool, warnings: list[str] | None = None
) -> None:
    """Print how far an experiment is; `warnings` of its grid, if that was read."""
    if as_json:
        plain = status._asdict() | {
            "problems": [problem._asdict() for problem in status.problems],
            "failures": [failure._asdict() for failure in status.failures],
            "folder": str(folder),
        }
        plain |= {} if warnings is None else {"warnings": warnings}
        click.echo(json.dumps(plain))
        return
    width = max(len(problem.problem) for problem in status.problems) + 2
    click.echo(f"{'problem':<{width}}{'done':>9}{'of':>9}{'failed':>9}  time of the runs")
    for problem in status.problems:
        numbers = f"{problem.done:>9,}{problem.total:>9,}{problem.failed:>9,}"
        click.echo(readable(f"{problem.problem:<{width}}{numbers}  {duration(problem.seconds)}"))
    for failure in status.failures:
        number = failure.greediness
        greediness = number if isinstance(number, str) else f"{number:g}"
        what = f"variant {failure.variant}" if failure.variant else f"greediness {greediness}"
        where = f"{failure.problem}, rollouts {failure.rollouts}, {what}"
        click.echo(readable(f"failed: {failure.runs} × {where}: {failure.error}"))
    click.echo(
        f"{status.done:,} of {status.total:,} runs are in {folder}, {status.failed:,} failed"
    )


@experiment.command(short_help="Write the rows as CSV or Parquet.")
@click.argument("folder", type=FOLDER)
@click.option("--format", "form", type=click.Choice(["csv", "parquet"]), default="csv")
@click.option("--out", type=click.Path(path_type=Path, dir_okay=False), required=True)
def export(folder: Path, form: str, out: Path) -> None:
    """Write all rows of an experiment into one file, with a column for each setting.

    \b
    Examples:
      lamp experiment export results --out rows.csv
      lamp experiment export results --format parquet --out rows.parquet
    """  # noqa: D301 (click reads the backspace)
    from lamp.results import EXPORTERS  # noqa: PLC0415

    number = EXPORTERS[form](folder, out)
    click.echo(f"{number:,} rows in {out}")
