"""`lamp benchmarks`, `lamp export`, `lamp generate`: the paper's problems, and more like them."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from lamp.cli.output import errors_as_json, print_text, write_files
from lamp.cli.problem import Given, problem_arguments
from lamp.cli.progress import Waiting

if TYPE_CHECKING:
    from lamp.benchmarks import Family, Parameter, PublishedTable
    from lamp.ppddl import Model

SHOWN_ROLLOUTS = 100
"""The row of the paper's tables that the list quotes."""


@click.command(short_help="List the built-in problems.")
@click.argument("families", metavar="[FAMILY]...", nargs=-1)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON list instead of text.")
def benchmarks(families: tuple[str, ...], as_json: bool) -> None:
    """List the built-in problems: their sizes, landmarks, and what the paper published.

    These are the paper's 58, and the five of zenotravel_released: the paper's zenotravel problems
    with the higher probabilities of its authors' later release.

    Every command that takes DOMAIN and PROBLEM takes these names instead.

    \b
    Examples:
      lamp benchmarks
      lamp benchmarks tireworld --json
    """  # noqa: D301 (click reads the backspace)
    from lamp.benchmarks import FAMILIES, NAMES, family  # noqa: PLC0415

    with errors_as_json(as_json):
        chosen = [family(name).name for name in families] or list(FAMILIES)
        names = [name for name in NAMES if name.partition(":")[0] in chosen]
        with Waiting("grounding") as waiting:
            rows = [_row(name, waiting) for name in names]
    click.echo(json.dumps(rows) if as_json else _table(rows))


def _row(name: str, waiting: Waiting) -> dict[str, Any]:
    """What there is to say about one of the problems, as JSON."""
    from lamp.benchmarks import landmark_count, load, published_table  # noqa: PLC0415
    from lamp.grounding import ground_model  # noqa: PLC0415
    from lamp.landmarks import find_landmarks  # noqa: PLC0415
    from lamp.ppddl import all_objects  # noqa: PLC0415

    waiting.say(f"looking at {name}")
    model = load(name)
    task = ground_model(model)
    table = published_table(name)
    return {
        "name": name,
        "problem": model.problem.name,
        "objects": len(all_objects(model.domain, model.problem)),
        "facts": len(task.atoms),
        "actions": len(task.actions),
        "landmarks": find_landmarks(task).nontrivial(task.initial),
        "paper": {
            "landmarks": landmark_count(name),
            "result": _published(table) if table else None,
        },
    }


def _published(table: PublishedTable) -> dict[str, Any]:
    return {
        "metric": table.metric,
        "runs": table.runs,
        "greediness": list(table.greediness),
        "rollouts": {str(row.rollouts): list(row.values) for row in table.rows},
    }


def _table(rows: list[dict[str, Any]]) -> str:
    titles = ("objects", "facts", "actions", "landmarks")
    lines = [f"{'name':<26}{''.join(f'{title:>10}' for title in titles)}  the paper's result"]
    for row in rows:
        numbers = "".join(f"{row[title]:>10,}" for title in titles)
        lines.append(f"{row['name']:<26}{numbers}  {_result(row)}".rstrip())
    return "\n".join(lines)


def _result(row: dict[str, Any]) -> str:
    """The paper's numbers for plain UCT, and for the best greediness, in a few words."""
    result = row["paper"]["result"]
    if not result:
        return ""
    uct, *others = result["rollouts"][str(SHOWN_ROLLOUTS)]
    best = (min if "cost" in result["metric"] else max)(others)
    greediness = result["greediness"][1 + others.index(best)]
    numbers = f"UCT {uct:g}, LAMP {best:g} (α {greediness:g})"
    return f"{result['metric']} at {SHOWN_ROLLOUTS} rollouts: {numbers}"


@click.command(short_help="Write a problem as PPDDL files.")
@problem_arguments
@click.option("--out", type=click.Path(path_type=Path, file_okay=False), help="The folder.")
@click.option("--force", is_flag=True, help="Overwrite files that say something else.")
@click.option("--determinized", is_flag=True, help="PDDL with one action for each outcome.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object: paths, or texts.")
def export(given: Given, out: Path | None, force: bool, determinized: bool, as_json: bool) -> None:
    """Write a problem as PPDDL: into a folder, or to standard output.

    DOMAIN is the name of a benchmark, such as tireworld:p15; or DOMAIN and PROBLEM are files, which
    is of use with --determinized.

    \b
    Examples:
      lamp export tireworld:p15 --out tireworld
      lamp export tireworld:p15 --determinized --out classical
      lamp export triangle_tireworld:size=10 | lamp check -
    """  # noqa: D301 (click reads the backspace)
    with errors_as_json(as_json):
        model = given.model()
        short = given.domain.partition(":")[2].lower() if given.is_benchmark else ""
        name = short if short.isalnum() else model.problem.name
        texts = _texts(model, name, determinized=determinized)
        _deliver(texts, out, force=force, as_json=as_json)


def _texts(model: Model, name: str, *, determinized: bool = False) -> dict[str, str]:
    """The texts of a domain and a problem, by file names that stay in their folder."""
    from lamp.benchmarks import text_of  # noqa: PLC0415
    from lamp.ppddl import determinize, write_domain, write_problem  # noqa: PLC0415

    name = re.sub(r"[^\w.-]+", "_", name, flags=re.ASCII).strip("._-")[:100]
    name = "problem" if name in ("", "domain") else name
    if determinized:
        domain, problem = determinize(model.domain, model.problem)
        return {"domain.pddl": write_domain(domain), f"{name}.pddl": write_problem(problem)}
    text = text_of(model.domain) or write_domain(model.domain)
    return {"domain.ppddl": text, f"{name}.ppddl": write_problem(model.problem)}


def _deliver(texts: dict[str, str], out: Path | None, *, force: bool, as_json: bool) -> None:
    """Write texts into a folder and say where, or print them."""
    if out is None:
        keyed = dict(zip(("domain", "problem"), texts.values(), strict=True))
        print_text(json.dumps(keyed) + "\n" if as_json else "\n".join(texts.values()))
        return
    paths = [out / name for name in texts]
    write_files(dict(zip(paths, texts.values(), strict=True)), overwrite=force)
    keyed = dict(zip(("domain", "problem"), map(str, paths), strict=True))
    click.echo(json.dumps(keyed) if as_json else "\n".join(keyed.values()))


class GenerateGroup(click.Group):
    """One command for each family, made from its parameters when it is asked for."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        """The names of the families."""
        from lamp.benchmarks import FAMILIES  # noqa: PLC0415

        return list(FAMILIES)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        """The command of a family."""
        from lamp.benchmarks import family  # noqa: PLC0415

        return _generator(family(cmd_name.lower()))


@click.command(
    cls=GenerateGroup,
    short_help="Generate a problem of a chosen size.",
    subcommand_metavar="FAMILY …",
)
def generate() -> None:
    """Generate a problem of a family and a size; the same seed gives the same problem.

    Every command also takes a generated problem by its name: tireworld:cities=60,seed=3.

    \b
    Examples:
      lamp generate triangle_tireworld --size 10 --out triangle
      lamp generate elevators --floors 6 --coins 8 --seed 3 | lamp check -
    """  # noqa: D301 (click reads the backspace)


def _generator(family: Family) -> click.Command:
    defaults = family.sizes({})
    options = [
        click.Option([f"--{parameter.name}"], type=int, help=_meaning(parameter, defaults))
        for parameter in family.parameters
    ]
    return click.Command(
        family.name,
        callback=partial(_generate, family.name),
        help=f"{family.description}\n\n\b\nExample:\n  lamp generate {family.name} --seed 7",
        short_help=family.description,
        params=[*options, *_common_options()],
    )


def _meaning(parameter: Parameter, defaults: dict[str, int]) -> str:
    least, most = parameter.bounds(defaults)
    default = defaults[parameter.name]
    return f"{parameter.meaning}, {least} to {most} [default: {default}]"


def _common_options() -> Iterator[click.Option]:
    yield click.Option(["--seed"], type=int, default=0, show_default=True)
    folder = click.Path(path_type=Path, file_okay=False)
    yield click.Option(["--out"], type=folder, help="The folder; without it, standard output.")
    yield click.Option(["--force"], is_flag=True, help="Overwrite files that say something else.")
    yield click.Option(["--json", "as_json"], is_flag=True, help="Print JSON: paths, or texts.")


def _generate(
    family: str, seed: int, out: Path | None, force: bool, as_json: bool, **sizes: int | None
) -> None:
    from lamp.benchmarks import generate as generated  # noqa: PLC0415

    with errors_as_json(as_json):
        chosen = {name: size for name, size in sizes.items() if size is not None}
        model = generated(family, chosen, seed)
        _deliver(_texts(model, model.problem.name), out, force=force, as_json=as_json)
