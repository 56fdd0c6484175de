"""From the name of a problem to its domain and facts."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from random import Random

from lamp.benchmarks.catalogue import FAMILIES
from lamp.benchmarks.catalogue import family as find_family
from lamp.benchmarks.families import MAX_SEED, Family, Sizes, in_range
from lamp.benchmarks.names import parse_name
from lamp.errors import SettingsError
from lamp.ppddl import Domain, Model, parse


def load(name: str) -> Model:
    """Return a problem by its name: `tireworld:p15`, or `tireworld:cities=60,seed=3`.

    Parameters that a name leaves out have their defaults; the seed's is 0.
    """
    parsed = parse_name(name)
    if parsed.instance:
        return _instance(find_family(parsed.family), parsed.instance)
    sizes = dict(parsed.sizes)
    seed = sizes.pop("seed", 0)
    return generate(parsed.family, sizes, seed)


def generate(family: str, sizes: Sizes, seed: int = 0) -> Model:
    """Return a random problem of a family, always the same for the same sizes and seed.

    It is solvable with positive probability, and its goal is not true from the start.
    """
    description = find_family(family)
    complete = description.sizes(sizes)
    checked = in_range("seed", seed, (0, MAX_SEED))
    rng = Random(checked)  # noqa: S311
    title = description.title.format(**complete, seed=checked)
    problem = description.generate(rng, complete).problem(title)
    return Model(_domain_of(description.variants.get(problem.domain, family)), problem)


def _instance(family: Family, instance: str) -> Model:
    titles = {f"p{number}": title for number, title in enumerate(family.instances, start=1)}
    if instance not in titles:
        raise SettingsError(
            f"there is no problem {family.name}:{instance}",
            remedy=f"{family.name} has p1 to p{len(titles)}",
        )
    title = titles[instance]
    return Model(domain(family.name), family.instances[title].problem(title))


def domain(family: str) -> Domain:
    """Return the domain of a family."""
    return _domain_of(find_family(family).name)


@cache
def _domain_of(file: str) -> Domain:
    """Return the domain in a file, whose name is that of a family or of a variant."""
    definitions = parse(_text(file), f"{file}.ppddl")
    return next(d for d in definitions if isinstance(d, Domain))


def text_of(family_domain: Domain) -> str:
    """Return the text of a domain with its comments, or nothing where it is not of a family."""
    names = [name for f in FAMILIES.values() for name in (f.name, *f.variants.values())]
    return next((_text(name) for name in names if _domain_of(name) == family_domain), "")


def _text(file: str) -> str:
    path = files("lamp.benchmarks").joinpath("domains", f"{file}.ppddl")
    return path.read_text(encoding="utf-8")
