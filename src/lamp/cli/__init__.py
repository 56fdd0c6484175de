"""The command line: one door into every room. Rooms are imported inside their command."""

from __future__ import annotations

import os
import sys

import click

from lamp import __version__
from lamp.cli.check import check
from lamp.errors import LampError

EXIT_CODES = """\b
Exit codes:
  0    done
  1    the input is wrong; the message says where and why
  2    the command was called wrongly
  3    a limit was reached (see --limit)
  130  interrupted
"""


@click.group(epilog=EXIT_CODES, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="lamp")
def cli() -> None:
    r"""Plan under uncertainty: landmark-assisted Monte Carlo planning for PPDDL.

    \b
    Example:
      lamp check domain.ppddl problem.ppddl
    """


cli.add_command(check)


def main() -> None:
    """Run the command line and end the process with its exit code."""
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
        sys.stdout.flush()
    except click.ClickException as error:
        error.show()
        return error.exit_code
    except click.exceptions.Exit as ending:
        return ending.exit_code
    except (KeyboardInterrupt, click.Abort):
        click.echo("interrupted", err=True)
        return 130
    except LampError as error:
        click.echo(describe(error), err=True)
        return error.exit_code
    except MemoryError:
        click.echo("lamp ran out of memory; lower a limit with --limit", err=True)
        return 3
    except BrokenPipeError:
        # Whoever read our output has gone; what is still buffered must not raise again at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 141
    return 0


def describe(error: LampError) -> str:
    """The message of an error, with the line of the file it is about."""
    excerpt = error.place.excerpt() if error.place else ""
    indented = "".join(f"\n    {line}" for line in excerpt.splitlines())
    head, _, hint = str(error).partition("\n")
    return f"{head}{indented}" + (f"\n{hint}" if hint else "")
