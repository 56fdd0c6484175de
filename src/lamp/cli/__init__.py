"""The command line. A command imports the packages that it needs when it is called."""

from __future__ import annotations

import contextlib
import os
import sys

import click

from lamp import __version__
from lamp.cli.benchmarks import benchmarks, export, generate
from lamp.cli.check import check
from lamp.cli.client import client
from lamp.cli.exact import exact
from lamp.cli.experiment import experiment
from lamp.cli.landmarks import landmarks
from lamp.cli.report import report
from lamp.cli.serve import serve
from lamp.cli.server import server
from lamp.cli.solve import solve
from lamp.errors import ExitCode, LampError

EXIT_CODES = "\b\nExit codes:\n" + "\n".join(f"  {code:<4} {code.meaning}" for code in ExitCode)


@click.group(epilog=EXIT_CODES, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="lamp")
def cli() -> None:
    """Plan under uncertainty: landmark-assisted Monte Carlo planning for PPDDL.

    \b
    Examples:
      lamp check domain.ppddl problem.ppddl
      lamp benchmarks
      lamp landmarks elevators:p13
      lamp solve triangle_tireworld:p2
      lamp exact triangle_tireworld:p2
      lamp experiment run --preset figures --out figures
      lamp report figures
      lamp serve figures
    """  # noqa: D301 (click reads the backspace)


COMMANDS = (
    benchmarks,
    check,
    client,
    exact,
    experiment,
    export,
    generate,
    landmarks,
    report,
    serve,
    server,
    solve,
)
for command in COMMANDS:
    cli.add_command(command)


def main() -> None:
    """Run the command line and end the process with its exit code."""
    # numpy starts threads for linear algebra, of which there is none here: that takes 50 ms.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")  # no locale must break a message
    sys.exit(run(sys.argv[1:]))


def run(arguments: list[str]) -> int:
    """Run one command; the exit code comes back, and no mistake of a user leaves a traceback."""
    try:
        # Not `cli.main`: it would answer a closed pipe by itself, as if the input were wrong.
        with cli.make_context("lamp", arguments) as context:
            cli.invoke(context)
        if sys.stdout:
            sys.stdout.flush()
    except click.ClickException as error:
        with contextlib.suppress(OSError):
            error.show()
        return error.exit_code
    except click.exceptions.Exit as ending:
        return ending.exit_code
    except (KeyboardInterrupt, click.Abort):
        _tell("interrupted")
        return ExitCode.INTERRUPTED
    except LampError as error:
        _tell(describe(error))
        return error.exit_code
    except MemoryError:
        _tell("lamp ran out of memory; lower a limit with --limit")
        return ExitCode.LIMIT
    except OSError as error:
        return _lost_output(error)
    return ExitCode.DONE


def _lost_output(error: OSError) -> int:
    """Give up on stdout: what is still buffered for it must not raise again at exit."""
    with contextlib.suppress(OSError, ValueError, AttributeError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    if isinstance(error, BrokenPipeError):
        return ExitCode.CLOSED_OUTPUT
    _tell(f"the output could not be written: {error.strerror}")
    return ExitCode.OUTPUT


def _tell(text: str) -> None:
    """Print a text on stderr, if that is open."""
    with contextlib.suppress(OSError):
        click.echo(text, err=True)


def describe(error: LampError) -> str:
    """The message of an error, with the line of the file it is about."""
    lines = [error.headline]
    if error.place:
        lines += [f"    {line}" for line in error.place.excerpt().splitlines()]
    return "\n".join([*lines, f"  {error.hint}"])
