"""Mistakes in grids: each has a place, a cause and a remedy."""

from __future__ import annotations

import pytest

from lamp.errors import ExperimentError
from lamp.experiments.grid_file import parse_grid
from tests.support.experiments import TINY

PLAIN = "[[variants]]\nname = 'a'\n"


@pytest.mark.parametrize(
    ("text", "place", "cause", "remedy"),
    [
        ("problems = [", "1:13", "not TOML", "toml.io"),
        ("runs = 1", "1:1", "no problems", "Add problems"),
        ('problems = []\nruns = "1"', "1:1", "empty list", "fill it"),
        ('problems = ["no:p1"]', "1:1", "no family of problems no", "The families"),
        ("problems = [7]", "1:1", "7 is not a problem", "tireworld:p15"),
        (f"runs = 0\n{TINY}".replace("runs = 3", ""), "1:1", "runs is 0", "from 1 to"),
        (f"runz = 1\n{TINY}", "1:1", "no key 'runz'", "There are problems"),
        (f"rollouts = 1\n{TINY}", "1:1", "outside the settings", "below a line [settings]"),
        (f'planner = "x"\n{TINY}', "1:1", "there is no planner 'x'", "lamp, uct"),
        (f'seeds = "x"\n{TINY}', "1:1", "seeds is 'x'", "independent, common"),
        (f'landmarks = "x"\n{TINY}', "1:1", "no source of landmarks 'x'", "Choose rhw"),
        (f"{TINY}greedines = 1", "6:1", "no setting 'greedines'", "greediness"),
        (f"{TINY}greediness = 2", "6:1", "greediness is 2.0", "from 0 to 1"),
        (f"{TINY}greediness = [0, 'x']", "6:1", "greediness is 'x'", "from 0 to 1"),
        (f"{TINY}horizon = [1, 1]", "6:1", "horizon has 1 twice", "once"),
        (f"{TINY}seed = 1", "6:1", "its own seed", "above [settings]"),
        (f"{TINY}[limits]\nseconds = 0", "7:1", "seconds is 0", "more than 0"),
        (f"{TINY}[[variants]]\nhorizon = 7", "6:1", "a variant has no name", "name ="),
        (f"{TINY}[[variants]]\nname = 7", "7:1", "name is 7", "a text"),
        (f"{TINY}{2 * PLAIN}", "9:1", "two variants 'a'", "its own name"),
        (f"{TINY}{PLAIN}[[variants]]\nname = 'b'", "9:1", "'a' and 'b' do the same", "Leave one"),
        (f"{TINY}{PLAIN}horizons = 7", "8:1", "no setting 'horizons'", "horizon"),
        (f"{TINY}{PLAIN}horizon = 0", "8:1", "horizon is 0", "1 to 10,000"),
        (f"{TINY}{PLAIN}horizon = [7]", "8:1", "horizon is [7]", "1 to 10,000"),
        (f"{TINY}{PLAIN}rollouts = 7", "8:1", "a variant, and below [settings], too", "once"),
        (f'planner = "uct"\n{TINY}{PLAIN}planner = "lamp"', "9:1", "and above, too", "once"),
        (f'{TINY}{PLAIN}planner = "x"', "8:1", "there is no planner 'x'", "lamp, uct"),
        (f"{TINY}{PLAIN}paper = 1", "8:1", "paper is 1", "true or false"),
        (f"variants = 7\n{TINY}", "1:1", "not an array of tables", "[[variants]]"),
        (f"variants = []\n{TINY}", "1:1", "empty list", "fill it"),
        (f"paper = 1\n{TINY.replace('paper = true', '')}", "1:1", "paper is 1", "true or false"),
        (f"{TINY}[limits]\nminutes = 1", "7:1", "no key 'minutes'", "seconds, megabytes"),
    ],
)
def test_a_mistake_in_a_grid_has_place_cause_and_remedy(
    text: str, place: str, cause: str, remedy: str
) -> None:
    with pytest.raises(ExperimentError) as caught:
        parse_grid(text, "grid.toml")
    assert str(caught.value.place) == f"grid.toml:{place}"
    assert cause in caught.value.cause
    assert remedy in caught.value.remedy
