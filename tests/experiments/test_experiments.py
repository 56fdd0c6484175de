"""Experiments: grids, the store, runs in processes, and what survives which accident."""

from __future__ import annotations

import csv
import hashlib
import json
import os
import random
import shutil
import signal
import sqlite3
import subprocess
import time
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

import pytest

from lamp.errors import ExperimentError, OutputError
from lamp.execution import Lamp, LandmarkPlan, run_episode
from lamp.experiments.driving import Driver, Progress
from lamp.experiments.export import export_csv, export_parquet
from lamp.experiments.grid import Configuration, Grid, Seeds
from lamp.experiments.laboratory import Began, Laboratory, planner_of
from lamp.experiments.local import run_locally
from lamp.experiments.presets import PRESETS, preset
from lamp.experiments.processes import MakeLaboratory
from lamp.experiments.reading import parse_grid, read_grid
from lamp.experiments.results import status
from lamp.experiments.rows import Row, failed_row
from lamp.experiments.store import Measured, Store
from lamp.experiments.work import Unit, Work
from lamp.landmarks import find_landmarks
from lamp.results_file import FILE, SCHEMA_VERSION
from lamp.search import SearchSettings, Stop
from tests.support.cli import LAMP, lamp
from tests.support.paths import ROOT

SMALL = """
paper = true
problems = ["triangle_tireworld:p1", "tireworld:p1"]
runs = 4
[settings]
rollouts = [5, 20]
greediness = [0, 0.5]
"""
TINY = (
    'problems = ["triangle_tireworld:p1"]\nruns = 3\npaper = true\n[settings]\nrollouts = [5, 6]\n'
)
PLAIN = "[[variants]]\nname = 'a'\n"
COMPARED = "SELECT * FROM results"


def rows(folder: Path) -> list[dict[str, Any]]:
    """All rows of a folder, without their times."""
    with closing(sqlite3.connect(folder / FILE)) as connection:
        connection.row_factory = sqlite3.Row
        found = [dict(row) for row in connection.execute(COMPARED)]
    for row in found:
        del row["seconds_taken"]
    return found


def ran(
    folder: Path, grid: Grid, jobs: int = 1, make: MakeLaboratory = Laboratory
) -> list[dict[str, Any]]:
    """The rows of a grid that was run."""
    with Store(folder, grid) as store:
        assert run_locally(grid, store, jobs, make=make)
    return rows(folder)


# Grids


def test_the_paper_s_grids_are_built_in() -> None:
    assert {name: preset(name).total for name in PRESETS} == {
        "figure-2": 3 * 10 * 5 * 75,
        "figure-3": 3 * 10 * 5 * 75,
        "figures": 22_500,
        "appendix": 58 * 10 * 5 * 75,
        "ablation": 6 * 10 * (5 + 1 + 7 + 7) * 75,
        "ablation-appendix": 58 * 3 * (5 + 1) * 75,
        "planners": 6 * 3 * (2 + 1 + 3) * 75,
    }


def test_the_presets_beyond_the_paper_extend_those_of_the_paper() -> None:
    figures = {one.key for one in preset("figures").configurations}
    assert figures < {one.key for one in preset("ablation").configurations}
    fewer = [one for one in preset("appendix").configurations if one.settings.rollouts == 200]
    assert {one.key for one in fewer} < {
        one.key for one in preset("ablation-appendix").configurations
    }


def test_a_list_is_an_axis_and_a_scalar_is_fixed() -> None:
    grid = parse_grid(SMALL + "horizon = 7\n")
    assert len(grid.configurations) == 2 * 2 * 2
    assert {one.settings.horizon for one in grid.configurations} == {7}


def test_every_setting_can_be_an_axis() -> None:
    text = TINY + 'tree_growth = ["full", "expand"]\nnormalize_exploration = [true, false]\n'
    assert len(parse_grid(text).configurations) == 8


def test_a_key_does_not_depend_on_how_the_grid_is_written() -> None:
    first = parse_grid('problems = ["tireworld:p1"]\n[settings]\ngreediness = 1\nrollouts = 100')
    second = parse_grid('problems = ["TIREWORLD:P1"]\n[settings]\nhorizon = 20\ngreediness = [1.0]')
    assert first.configurations[0].key == second.configurations[0].key


def test_keys_stay_as_they_are_so_that_experiments_can_be_repeated() -> None:
    text = 'problems = ["tireworld:p1"]\npaper = true\n[settings]\ngreediness = 0.2\nrollouts = 5'
    grid = parse_grid(text)
    (one,) = grid.configurations
    assert one.key == "6e5160cec43dd83390a99b0894fc7429"
    assert [grid.seed_of(one, run) for run in range(2)] == [2555162079336610, 6410849165875300]


@pytest.mark.parametrize(
    ("text", "keys"),
    [
        ('problems = ["tireworld:p15"]', ["1b0d3faae5da32ea624ae66fa77a72ff"]),
        (
            'problems = ["tireworld:p15"]\n[settings]\ngreediness = [0, 0.5, 1]\nrollouts = 20',
            [
                "77ab90cd7380b14c35897e7a0160242f",
                "c873871dcea41908f009c13debb7eabb",
                "a65fe7b0432799c2ca6add4a226ce353",
            ],
        ),
        (
            (
                'problems = ["tireworld:p15"]\nplanner = ["uct", "sequential"]\n[settings]\n'
                'greediness = [0.2, 0.8]\nlandmark_cost = "episode"\nseconds = 1'
            ),
            ["08697687873e4a7b4cd34590d55181ba", "209cb8c145fdbec93403eb6f438ec495"],
        ),
        (
            (
                'problems = ["elevators:p5"]\n[settings]\nexploration = 2\nhorizon = 30\n'
                'tree_growth = "expand"\nnormalize_exploration = false'
            ),
            ["c301d051af824a15e76b4547578a5697"],
        ),
    ],
)
def test_keys_are_those_of_the_lamp_whose_defaults_were_the_paper_s(
    text: str, keys: list[str]
) -> None:
    grid = parse_grid(f"paper = true\n{text}")
    assert [one.key for one in grid.configurations] == keys


def test_keys_of_the_paper_s_presets_are_those_of_the_lamp_whose_defaults_were_the_paper_s() -> (
    None
):
    digests = {"figures": "1655b36127781064", "appendix": "2ea8547617fe9b63"}
    for name, digest in digests.items():
        keys = "".join(one.key for one in preset(name).configurations)
        assert hashlib.sha256(keys.encode()).hexdigest()[:16] == digest


def test_planners_without_landmarks_as_subgoals_know_the_paper_s_values_alone() -> None:
    text = 'problems = ["tireworld:p1"]\nplanner = ["uct", "sequential"]'
    for one in parse_grid(text).configurations:
        assert one.settings == SearchSettings.paper()


def test_a_configuration_is_told_by_what_differs_from_the_defaults_or_from_the_paper() -> None:
    text = 'problems = ["tireworld:p1"]\n[settings]\nrollouts = 5'
    (usual,) = parse_grid(text).configurations
    (paper,) = parse_grid(f"paper = true\n{text}").configurations
    assert str(usual) == "tireworld:p1 by lamp, rollouts 5"
    assert str(paper) == "tireworld:p1 by lamp as in the paper, rollouts 5"


VARIANTS = """
problems = ["triangle_tireworld:p1"]
runs = 2
[settings]
rollouts = [5, 20]
[[variants]]
name = "UCT"
planner = "uct"
[[variants]]
name = "α 1"
paper = true
greediness = 1
[[variants]]
name = "careful"
paper = true
dead_ends = true
"""


def test_variants_are_multiplied_by_the_axes() -> None:
    grid = parse_grid(VARIANTS)
    assert [(one.variant, one.settings.rollouts) for one in grid.configurations] == [
        *(("UCT", 5), ("UCT", 20), ("α 1", 5), ("α 1", 20), ("careful", 5), ("careful", 20)),
    ]
    careful = grid.configurations[-1].settings
    assert careful == SearchSettings.paper(rollouts=20, dead_ends=True)


def test_the_name_of_a_variant_is_no_part_of_its_key() -> None:
    first, second = parse_grid(VARIANTS), parse_grid(VARIANTS.replace("careful", "other"))
    assert [one.key for one in first.configurations] == [one.key for one in second.configurations]


def test_a_variant_may_depart_from_what_the_file_says_of_the_paper() -> None:
    text = 'paper = true\nproblems = ["tireworld:p1"]\n[[variants]]\nname = "a"\n'
    text += '[[variants]]\nname = "b"\npaper = false'
    settings = [one.settings for one in parse_grid(text).configurations]
    assert settings == [SearchSettings.paper(), SearchSettings()]


def test_independent_seeds_are_all_different_and_common_ones_are_shared() -> None:
    grid = parse_grid(SMALL)
    pairs = [(one, run) for one in grid.configurations for run in range(grid.runs)]
    assert len({grid.seed_of(*pair) for pair in pairs}) == len(pairs)
    common = parse_grid(f'seeds = "common"\nseed = 7\n{SMALL}')
    assert common.seeds is Seeds.COMMON
    assert {common.seed_of(one, 2) for one in common.configurations} == {9}


def test_another_seed_gives_other_runs() -> None:
    first, second = parse_grid(SMALL), parse_grid(f"seed = 1\n{SMALL}")
    assert first.seed_of(first.configurations[0], 0) != second.seed_of(first.configurations[0], 0)


def test_a_family_stands_for_all_its_problems() -> None:
    assert len(parse_grid('problems = ["zenotravel"]').configurations) == 5


def test_what_a_planner_does_not_look_at_makes_no_configurations() -> None:
    grid = parse_grid(f'planner = ["lamp", "uct"]\n{SMALL}')
    assert len(grid.configurations) == 2 * 2 * 2 + 2 * 2


def test_files_are_relative_to_the_grid_and_their_text_is_part_of_the_key(tmp_path: Path) -> None:
    for name in ("domain", "problem"):
        shutil.copy(ROOT / f"examples/courier/{name}.ppddl", tmp_path)
    (tmp_path / "grid.toml").write_text(
        'problems = [{domain = "domain.ppddl", problem = "problem.ppddl", name = "courier"}]'
    )
    (one,) = read_grid(tmp_path / "grid.toml").configurations
    assert one.problem.name == "courier"
    assert one.problem.task().name == "courier/two-parcels"
    with (tmp_path / "problem.ppddl").open("a") as file:
        file.write("; changed\n")
    (other,) = read_grid(tmp_path / "grid.toml").configurations
    assert one.key != other.key


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
        (f'planner = "x"\n{TINY}', "1:1", "planner is 'x'", "lamp, uct"),
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
        (f'{TINY}{PLAIN}planner = "x"', "8:1", "planner is 'x'", "lamp, uct"),
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


# Work


def test_one_long_and_one_short_run_of_each_problem_come_first_and_then_the_longest() -> None:
    work = Work(parse_grid(SMALL), {})
    probes = []
    for _ in range(4):
        unit = work.take(1.0)
        assert unit
        assert len(unit.runs) == 1
        problem, rollouts = unit.configuration.problem.name, unit.configuration.settings.rollouts
        probes.append((problem, rollouts))
        slow = 3.0 if "triangle" in problem else 1.0
        work.record(Row(unit.configuration.key, 0, 0, "goal", seconds_taken=slow * rollouts))
    assert [rollouts for _, rollouts in probes] == [20, 20, 5, 5]
    assert len(set(probes)) == 4
    unit = work.take(1.0)
    assert unit
    assert unit.configuration.problem.name == "triangle_tireworld:p1"
    assert unit.configuration.settings.rollouts == 20


def begun(text: str, seconds: dict[int, float]) -> Work:
    """What is left after one run with the most and one with the fewest rollouts was measured."""
    work = Work(parse_grid(text), {})
    for _ in seconds:
        unit = work.take(1.0)
        assert unit
        taken = seconds[unit.configuration.settings.rollouts]
        work.record(Row(unit.configuration.key, unit.runs[0], 0, "goal", seconds_taken=taken))
    return work


def test_a_worker_stays_with_its_configuration_and_others_avoid_it() -> None:
    work = begun(TINY, {6: 1.0, 5: 1.0})
    first = work.take(1.0)
    assert first
    key = first.configuration.key
    mine, other = work.take(1.0, key), work.take(1.0, "", [key])
    assert mine
    assert other
    assert mine.configuration.key == key
    assert other.configuration.key != key


def test_what_is_left_is_estimated_by_what_was_measured() -> None:
    text = TINY.replace("[5, 6]", "[10, 20, 40]")
    assert Work(parse_grid(text), {}).left() == (9, None, True)
    assert begun(text, {40: 7.0}).left() == (8, 8 * 7.0, False)
    # Two runs more at each end, and three in between: a third of the way from 1 to 7 seconds.
    assert begun(text, {40: 7.0, 10: 1.0}).left() == (7, 2 * 7.0 + 2 * 1.0 + 3 * 3.0, False)


def test_what_was_measured_before_is_not_probed_again() -> None:
    grid = parse_grid(TINY)
    stored = {one.key: Measured(frozenset([0]), 2.0, 1) for one in grid.configurations}
    work = Work(grid, stored)
    assert work.left() == (4, 8.0, False)
    unit = work.take(100.0)
    assert unit
    assert unit.runs == (1, 2)


def test_runs_that_are_given_back_are_handed_out_again() -> None:
    work = Work(parse_grid(TINY), {})
    first = work.take(1.0)
    assert first
    work.give_back(first, first.runs)
    units = [work.take(1.0, first.configuration.key) for _ in range(6)]
    assert sorted((unit.configuration.key, run) for unit in units if unit for run in unit.runs) == (
        sorted((one.key, run) for one in parse_grid(TINY).configurations for run in range(3))
    )


# The store


@pytest.fixture
def tiny() -> Grid:
    """Six runs."""
    return parse_grid(TINY)


def some_rows(grid: Grid, number: int = 1) -> list[Row]:
    """Rows that nobody has run."""
    key = grid.configurations[0].key
    return [Row(key, run, 100 + run, "goal", 5, 0.1) for run in range(number)]


def test_a_run_is_stored_once_however_often_it_is_added(tmp_path: Path, tiny: Grid) -> None:
    with Store(tmp_path, tiny) as store:
        store.add(some_rows(tiny))
        store.add([row._replace(cost=99) for row in some_rows(tiny)])
    assert [row["cost"] for row in rows(tmp_path)] == [5]


def test_the_store_says_what_made_it(tmp_path: Path, tiny: Grid) -> None:
    with Store(tmp_path, tiny):
        pass
    meta = status(tmp_path).meta
    assert meta["grid"] == TINY
    assert {"schema", "version", "machine", "runs", "seed", "seeds"} < set(meta)


def test_a_row_has_a_column_for_every_setting(tmp_path: Path, tiny: Grid) -> None:
    with Store(tmp_path, tiny) as store:
        store.add(some_rows(tiny))
    (row,) = rows(tmp_path)
    assert set(tiny.configurations[0].values) < set(row)
    assert row["tree_growth"] == "full"


def test_results_of_another_grid_are_refused(tmp_path: Path, tiny: Grid) -> None:
    with Store(tmp_path, tiny) as store:
        store.add(some_rows(tiny))
    for text, cause in [
        (TINY.replace("[5, 6]", "[5, 7]"), "1 of its 2 configurations are not in this one"),
        (TINY.replace("runs = 3", "runs = 2"), "holds 3 runs of each"),
        (f"seed = 1\n{TINY}", "other seeds"),
    ]:
        with pytest.raises(ExperimentError, match=cause), Store(tmp_path, parse_grid(text)):
            pass
    assert status(tmp_path).meta["grid"] == TINY


def test_a_grid_that_was_extended_goes_on(tmp_path: Path, tiny: Grid) -> None:
    first = ran(tmp_path, tiny)
    more = ran(tmp_path, parse_grid(TINY.replace("[5, 6]", "[5, 6, 7]").replace("= 3", "= 4")))
    assert len(more) == 3 * 4
    assert [row for row in more if row["rollouts"] < 7 and row["run"] < 3] == first


def test_a_store_of_a_newer_lamp_is_refused(tmp_path: Path, tiny: Grid) -> None:
    with Store(tmp_path, tiny):
        pass
    with closing(sqlite3.connect(tmp_path / FILE)) as connection:
        connection.execute("PRAGMA user_version = 99")
    with pytest.raises(ExperimentError, match="newer lamp"), Store(tmp_path, tiny):
        pass
    with pytest.raises(ExperimentError, match="newer lamp"):
        status(tmp_path)


OLD = (ROOT / "tests/data/store-1.sql").read_text("utf-8")
OLD_GRID = """
problems = ["triangle_tireworld:p1"]
runs = 2
paper = true
[settings]
rollouts = [5, 20]
greediness = [0, 1]
"""
"""What is in the old store: then, the paper's values were the defaults."""


@pytest.fixture
def old(tmp_path: Path) -> Path:
    """A folder that was written before there were variants."""
    folder = tmp_path / "old"
    folder.mkdir()
    with closing(sqlite3.connect(folder / FILE)) as connection:
        connection.executescript(OLD)
    return folder


def schema_of(folder: Path) -> int:
    with closing(sqlite3.connect(folder / FILE)) as connection:
        return int(connection.execute("PRAGMA user_version").fetchone()[0])


def test_an_old_store_is_read_as_it_is(old: Path, tmp_path: Path) -> None:
    assert status(old).done == 8
    assert export_csv(old, tmp_path / "rows.csv") == 8
    assert schema_of(old) == 1


def test_an_old_store_goes_on_and_nothing_is_run_again(old: Path) -> None:
    before = rows(old)
    after = ran(old, parse_grid(OLD_GRID))
    assert schema_of(old) == SCHEMA_VERSION
    assert [{name: row[name] for name in before[0]} for row in after] == before
    assert {(row["variant"], row["dead_ends"], row["backups"]) for row in after} == {
        ("", 0, "mean")
    }


def test_an_old_store_is_what_its_grid_would_write_today(old: Path, tmp_path: Path) -> None:
    with Store(old, parse_grid(OLD_GRID)):
        pass
    assert rows(old) == ran(tmp_path / "new", parse_grid(OLD_GRID))


def test_an_old_store_is_extended_by_variants(old: Path) -> None:
    before = rows(old)
    named = VARIANTS.replace('planner = "uct"', "paper = true\ngreediness = 0")
    extended = ran(old, parse_grid(named.replace("dead_ends = true", "greediness = 0.2")))
    assert [row["seed"] for row in extended[:8]] == [row["seed"] for row in before]
    assert [row["variant"] for row in extended] == [*2 * (2 * ["UCT"] + 2 * ["α 1"])] + (
        4 * ["careful"]
    )


def test_an_old_store_stays_old_if_the_grid_is_another_one(old: Path) -> None:
    grid = parse_grid(OLD_GRID.replace("paper = true", ""))
    with pytest.raises(ExperimentError, match="another grid") as caught, Store(old, grid):
        pass
    assert "paper = true" in caught.value.remedy
    assert schema_of(old) == 1


def test_who_is_killed_while_an_old_store_is_migrated_leaves_it_old(
    old: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def killed(self: Store) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(Store, "_remember_grid", killed)
    with pytest.raises(KeyboardInterrupt), Store(old, parse_grid(OLD_GRID)):
        pass
    assert schema_of(old) == 1
    assert len(rows(old)) == 8


def test_the_names_of_variants_may_change(tmp_path: Path) -> None:
    with Store(tmp_path, parse_grid(VARIANTS)):
        pass
    with Store(tmp_path, parse_grid(VARIANTS.replace("careful", "other"))):
        pass
    with closing(sqlite3.connect(tmp_path / FILE)) as connection:
        found = connection.execute("SELECT DISTINCT variant FROM configurations").fetchall()
    assert found == [("UCT",), ("α 1",), ("other",)]


def test_greediness_is_a_number_or_a_word_in_the_store(tmp_path: Path) -> None:
    grid = parse_grid('problems = ["tireworld:p1"]\n[settings]\ngreediness = ["auto", 1]')
    with Store(tmp_path, grid) as store:
        store.add(Row(one.key, 0, 7, "goal", 5, 0.1) for one in grid.configurations)
    assert [row["greediness"] for row in rows(tmp_path)] == ["auto", 1.0]


@pytest.mark.parametrize("content", [b"this is not SQLite" * 100, b""])
def test_a_file_that_is_no_store_is_refused_by_readers(tmp_path: Path, content: bytes) -> None:
    (tmp_path / FILE).write_bytes(content)
    with pytest.raises(ExperimentError, match="not a store"):
        status(tmp_path)
    assert (tmp_path / FILE).read_bytes() == content


def test_two_drivers_cannot_write_into_one_folder(tmp_path: Path, tiny: Grid) -> None:
    with (
        Store(tmp_path, tiny),
        pytest.raises(ExperimentError, match="another process"),
        Store(tmp_path, tiny),
    ):
        pass


def test_reading_changes_nothing_while_somebody_writes_and_afterwards(
    tmp_path: Path, tiny: Grid
) -> None:
    with Store(tmp_path, tiny) as store:
        store.add(some_rows(tiny))
        assert status(tmp_path).done == 1
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    assert status(tmp_path).done == 1
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == before


def test_a_log_that_a_killed_driver_left_is_read(tmp_path: Path, tiny: Grid) -> None:
    left = tmp_path / "left"
    with Store(tmp_path / "alive", tiny) as store:
        store.add(some_rows(tiny, 3))
        left.mkdir()
        for name in (FILE, f"{FILE}-wal"):
            shutil.copy(tmp_path / "alive" / name, left)
    before = (left / FILE).read_bytes(), (left / f"{FILE}-wal").read_bytes()
    assert status(left).done == 3
    assert ((left / FILE).read_bytes(), (left / f"{FILE}-wal").read_bytes()) == before


def test_where_a_write_ahead_log_is_impossible_the_store_works_without(
    tmp_path: Path, tiny: Grid, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("lamp.experiments.sqlite._on_network", lambda _: True)
    with Store(tmp_path, tiny) as store:
        store.add(some_rows(tiny, 2))
        assert not (tmp_path / f"{FILE}-wal").exists()
        assert status(tmp_path).done == 2


def test_a_folder_that_cannot_be_written_gets_a_clear_message(tmp_path: Path, tiny: Grid) -> None:
    (tmp_path / "file").write_text("")
    with (
        pytest.raises(OutputError, match="Choose another folder"),
        Store(tmp_path / "file" / "x", tiny),
    ):
        pass


def in_a_namespace(script: str) -> subprocess.CompletedProcess[str]:
    """Run a script that may mount file systems of its own; skip where that is not allowed."""
    unshare = [shutil.which("unshare") or "unshare", "-rm", "bash", "-c"]
    if subprocess.run([*unshare, "true"], capture_output=True, check=False).returncode:
        pytest.skip("this machine does not allow file systems of one's own (unshare -rm)")
    return subprocess.run(
        [*unshare, script],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )


needs_unshare = pytest.mark.skipif(not shutil.which("unshare"), reason="there is no unshare")


@needs_unshare
def test_a_full_disk_gets_a_clear_message_and_loses_nothing(tmp_path: Path) -> None:
    grid, disk, kept = tmp_path / "grid.toml", tmp_path / "disk", tmp_path / "kept"
    grid.write_text(SMALL.replace("runs = 4", "runs = 50"))
    disk.mkdir()
    kept.mkdir()
    command = " ".join([*LAMP, "experiment", "run", str(grid), "--jobs", "1", "--out"])
    done = in_a_namespace(
        f"mount -t tmpfs -o size=150k none {disk}; {command} {disk}/r; echo code $?; "
        f"cp {disk}/r/results.sqlite* {kept}"
    )
    assert "code 74" in done.stdout, done.stderr
    assert "the disk is full" in done.stderr
    assert "the same command goes on from there" in done.stderr
    stored = rows(kept)
    assert stored
    again = lamp("experiment", "run", str(grid), "--jobs", "1", "--out", str(kept))
    assert again.returncode == 0, again.stderr
    finished = rows(kept)
    assert len(finished) == 8 * 50
    assert [row for row in finished if row in stored] == stored


@needs_unshare
def test_a_read_only_folder_can_be_read_and_not_run(tmp_path: Path) -> None:
    grid, folder = tmp_path / "grid.toml", tmp_path / "r"
    grid.write_text(TINY)
    ran(folder, parse_grid(TINY))
    command = " ".join([*LAMP, "experiment"])
    done = in_a_namespace(
        f"mount --bind {folder} {folder} && mount -o remount,ro,bind {folder} && "
        f"{command} status {folder}; echo code $?; "
        f"{command} run {grid} --out {folder} --runs 4; echo code $?"
    )
    assert "6 of 6 runs" in done.stdout, done.stderr
    assert done.stdout.count("code 0") == 1
    assert done.stdout.count("code 74") == 1
    assert "cannot be written" in done.stderr
    assert len(rows(folder)) == 6


# Runs


def test_a_row_is_what_an_episode_says(tmp_path: Path, tiny: Grid) -> None:
    found = ran(tmp_path, tiny)
    for configuration in tiny.configurations:
        task = configuration.problem.task()
        planner = planner_of(configuration, task, find_landmarks(task))
        for run in range(tiny.runs):
            episode = run_episode(planner, tiny.seed_of(configuration, run))
            (row,) = [
                row
                for row in found
                if (row["rollouts"], row["run"]) == (configuration.settings.rollouts, run)
            ]
            assert (row["outcome"], row["cost"]) == (episode.end.value, episode.cost)
            assert (row["rollouts_done"], row["states"]) == (episode.rollouts, episode.states)
            assert len(json.loads(row["landmark_order"])) == len(episode.subgoals)


def test_rows_do_not_depend_on_the_number_of_jobs(tmp_path: Path) -> None:
    grid = parse_grid(SMALL)
    assert ran(tmp_path / "1", grid) == ran(tmp_path / "2", grid, jobs=2)


def test_all_planners_and_sources_of_landmarks_run(tmp_path: Path) -> None:
    text = f'planner = ["lamp", "uct", "sequential"]\nlandmarks = ["rhw", "none"]\n{TINY}'
    found = ran(tmp_path, parse_grid(text.replace("runs = 3", "runs = 1")))
    assert len(found) == 2 * (2 + 1 + 2)
    assert {row["outcome"] for row in found} <= {"goal", "dead_end", "budget"}


def test_progress_counts_what_is_stored_and_ends_with_everything(
    tmp_path: Path, tiny: Grid
) -> None:
    seen: list[Progress] = []

    def report(progress: Progress) -> None:
        with closing(sqlite3.connect(tmp_path / FILE)) as connection:
            (number,) = connection.execute("SELECT count(*) FROM runs").fetchone()
        assert progress.done == number
        seen.append(progress)

    with Store(tmp_path, tiny) as store:
        assert run_locally(tiny, store, 1, report)
    assert (seen[-1].done, seen[-1].total) == (6, 6)


class Deadly(Laboratory):
    """A laboratory in which run 1 kills its process, before it prints or stores anything."""

    def run(self, unit: Unit, began: Began, stop: Stop) -> Iterator[Row]:
        """The rows of a unit."""

        def begin(run: int) -> None:
            began(run)
            if run == 1 and unit.configuration.settings.rollouts == 5:
                os.kill(os.getpid(), signal.SIGKILL)

        return super().run(unit, begin, stop)


class Deaf(Laboratory):
    """A laboratory in which run 1 never ends, whatever anybody says."""

    def run(self, unit: Unit, began: Began, stop: Stop) -> Iterator[Row]:
        """The rows of a unit."""

        def begin(run: int) -> None:
            began(run)
            while run == 1 and unit.configuration.settings.rollouts == 5:
                time.sleep(1)

        return super().run(unit, begin, stop)


def test_a_run_that_always_kills_its_worker_fails_and_the_rest_finishes(
    tmp_path: Path, tiny: Grid
) -> None:
    found = ran(tmp_path, tiny, make=Deadly)
    assert len(found) == 6
    (failed,) = [row for row in found if row["outcome"] == "failed"]
    assert (failed["run"], failed["rollouts"]) == (1, 5)
    assert failed["error"] == "its worker died 3 times; killed by SIGKILL"


def test_a_run_that_does_not_listen_is_ended_after_its_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("lamp.experiments.local.GRACE", 0.5)
    found = ran(tmp_path, parse_grid(f"{TINY}[limits]\nseconds = 0.5"), make=Deaf)
    (failed,) = [row for row in found if row["outcome"] == "failed"]
    assert (failed["run"], failed["rollouts"], len(found)) == (1, 5, 6)
    assert failed["error"] == "over the limit of 0.5 s, and had to be ended"


def unit_of(text: str) -> Unit:
    """The first run of a grid."""
    unit = Work(parse_grid(text), {}).take(1.0)
    assert unit
    return unit


def first_row(text: str) -> Row:
    """The row of the first run of a grid."""
    return next(Laboratory().run(unit_of(text), lambda _: None, lambda: False))


LONG = """
paper = true
problems = ["zenotravel:p5"]
[settings]
rollouts = 100_000_000
[limits]
seconds = 0.2
"""
LARGE = """
paper = true
problems = ["prob_blocksworld:p9"]
runs = 1
[settings]
rollouts = 20_000
horizon = 100
budget = 1
[limits]
megabytes = 50
"""
"""Takes more than 300 MB; what finding its landmarks leaves behind is far less."""


def test_a_run_over_its_time_has_failed() -> None:
    row = first_row(LONG)
    assert (row.outcome, row.error) == ("failed", "over the limit of 0.2 s")


def test_a_run_over_its_memory_has_failed(tmp_path: Path) -> None:
    # In a process of its own: one that has let memory go can use it again, beyond the limit.
    (row,) = ran(tmp_path, parse_grid(LARGE))
    assert (row["outcome"], row["error"]) == ("failed", "out of memory; the limit is 50 MB")


def test_a_problem_that_cannot_be_planned_fails_with_its_reason() -> None:
    row = first_row(f'landmarks = "fd:no_such_generator"\n{TINY}')
    assert row.outcome == "failed"
    assert row.error


def test_failed_runs_are_run_again_on_demand(tmp_path: Path, tiny: Grid) -> None:
    with Store(tmp_path, tiny) as store:
        key = tiny.configurations[0].key
        store.add([failed_row(key, 0, tiny.seed_of(tiny.configurations[0], 0), "why")])
        assert Driver(tiny, store).progress().failed == 1
        assert store.forget_failed() == 1
        assert run_locally(tiny, store, 1)
    assert len(rows(tmp_path)) == 6
    assert "failed" not in {row["outcome"] for row in rows(tmp_path)}


# The command


def test_status_names_what_is_done_and_what_failed(tmp_path: Path, tiny: Grid) -> None:
    with Store(tmp_path, tiny) as store:
        store.add([*some_rows(tiny, 2), failed_row(tiny.configurations[1].key, 0, 1, "why not")])
    done = lamp("experiment", "status", str(tmp_path))
    assert done.returncode == 0
    assert "triangle_tireworld:p1" in done.stdout
    assert "3 of 6 runs" in done.stdout
    assert "why not" in done.stdout
    found = json.loads(lamp("experiment", "status", str(tmp_path), "--json").stdout)
    assert (found["done"], found["failed"], found["total"]) == (3, 1, 6)


def test_export_writes_every_row_with_its_settings(tmp_path: Path, tiny: Grid) -> None:
    found = ran(tmp_path / "r", tiny)
    assert export_csv(tmp_path / "r", tmp_path / "rows.csv") == 6
    with (tmp_path / "rows.csv").open(newline="", encoding="utf-8") as file:
        written = list(csv.DictReader(file))
    assert [int(row["seed"]) for row in written] == [row["seed"] for row in found]
    assert {row["seconds"] for row in written} == {"inf"}


def test_parquet_holds_what_csv_holds_or_says_what_it_needs(tmp_path: Path, tiny: Grid) -> None:
    with Store(tmp_path, tiny) as store:
        store.add(some_rows(tiny, 2))
    try:
        from pyarrow import parquet
    except ImportError:
        with pytest.raises(ExperimentError, match=r"lamp-planner\[parquet\]"):
            export_parquet(tmp_path, tmp_path / "rows.parquet")
        return
    assert export_parquet(tmp_path, tmp_path / "rows.parquet") == 2
    table = parquet.read_table(tmp_path / "rows.parquet").to_pylist()
    assert [row["cost"] for row in table] == [5, 5]


def test_a_folder_without_results_is_an_error(tmp_path: Path) -> None:
    done = lamp("experiment", "status", str(tmp_path))
    assert done.returncode == 1
    assert "holds no results" in done.stderr


def test_a_grid_or_a_preset_is_wanted(tmp_path: Path) -> None:
    done = lamp("experiment", "run", "--out", str(tmp_path))
    assert done.returncode == 2
    assert "--preset" in done.stderr


def start(grid: Path, folder: Path) -> subprocess.Popen[str]:
    """The command, running."""
    command = [*LAMP, "experiment", "run", str(grid), "--out", str(folder), "--jobs", "2"]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def wait_for_rows(folder: Path, number: int, process: subprocess.Popen[str]) -> None:
    """Wait until a running command has stored some rows."""
    end = time.monotonic() + 60
    while time.monotonic() < end and process.poll() is None:
        time.sleep(0.05)
        if (folder / FILE).exists() and (folder / f"{FILE}-wal").exists():
            try:
                if status(folder).done >= number:
                    return
            except ExperimentError:  # it is just being made
                continue
    raise AssertionError(f"no rows came: {process.communicate()}")


@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_an_interrupted_experiment_says_how_to_go_on(
    tmp_path: Path, number: signal.Signals, code: int
) -> None:
    grid = tmp_path / "grid.toml"
    grid.write_text(SMALL.replace("runs = 4", "runs = 100000"))
    process = start(grid, tmp_path / "r")
    wait_for_rows(tmp_path / "r", 5, process)
    process.send_signal(number)
    _, messages = process.communicate(timeout=30)
    assert process.returncode == code
    assert "the same command goes on" in messages
    assert not children(process.pid)
    assert status(tmp_path / "r").done >= 5


def children(pid: int) -> list[int]:
    """The workers of a driver."""
    found = []
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            words = path.read_text().rpartition(")")[2].split()
            is_worker = b"spawn_main" in (path.parent / "cmdline").read_bytes()
        except OSError:  # it has just ended
            continue
        if int(words[1]) == pid and is_worker:
            found.append(int(path.parent.name))
    return found


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="workers are found in /proc")
def test_killed_at_ten_random_moments_and_resumed_the_rows_are_those_of_an_undisturbed_run(
    tmp_path: Path,
) -> None:
    def write_grid(runs: int) -> str:
        text = SMALL.replace("[5, 20]", "[100, 1000]").replace("runs = 4", f"runs = {runs}")
        (tmp_path / "grid.toml").write_text(text)
        return text

    runs, wild = 100, tmp_path / "wild"
    text = write_grid(runs)
    draw = random.Random(3)
    process = start(tmp_path / "grid.toml", wild)
    for number in range(10):
        # At any moment of the first seconds, or soon after a row was stored.
        if number % 2:
            time.sleep(draw.uniform(0.1, 2.5))
        else:
            with suppress(AssertionError):  # it may be over by now
                wait_for_rows(wild, 1 + (status(wild).done if number else 0), process)
            time.sleep(draw.uniform(0.0, 0.3))
        if process.poll() is not None:  # a fast machine: the grid grows, and so does the experiment
            if process.stdout and not process.stdout.closed:
                process.communicate()
            assert process.returncode == 0
            runs += 50
            text = write_grid(runs)
            process = start(tmp_path / "grid.toml", wild)
            time.sleep(draw.uniform(0.5, 2.5))
        victims = children(process.pid)
        victim = draw.choice(victims) if draw.random() < 0.5 and victims else process.pid
        os.kill(victim, signal.SIGKILL)
        if victim == process.pid:
            process.communicate()
            process = start(tmp_path / "grid.toml", wild)
    process.communicate(timeout=120)
    assert process.returncode == 0
    assert rows(wild) == ran(tmp_path / "calm", parse_grid(text), jobs=2)


def test_runs_of_a_problem_share_its_states_whatever_their_settings_are() -> None:
    grid = parse_grid(
        'problems = ["elevators:p2"]\nruns = 2\n'
        "[settings]\nrollouts = [50, 20]\ngreediness = [0.5, 0, 1]\n"
    )
    units = [Unit(one, (0, 1), (7, 8), grid.limits) for one in grid.configurations]
    shared = Spying()
    found = [row for unit in units for row in shared.run(unit, lambda _: None, lambda: False)]
    alone = [row for unit in units for row in Laboratory().run(unit, lambda _: None, lambda: False)]
    assert [row._replace(seconds_taken=None) for row in found] == [
        row._replace(seconds_taken=None) for row in alone
    ]
    # The first planner with landmarks and the first without begin with nothing.
    assert [known > 0 for known in shared.known] == [False, False, True, True, True, True]


class Spying(Laboratory):
    """Notes how many states each planner knows before its first run."""

    def __init__(self) -> None:
        super().__init__()
        self.known: list[int] = []

    def _planner_for(self, configuration: Configuration) -> LandmarkPlan:
        is_other = self._of != configuration.key
        planner = super()._planner_for(configuration)
        if is_other:
            assert isinstance(planner, Lamp)
            self.known.append(planner.trees[0].num_known)
        return planner


def test_a_worker_stays_with_its_problem() -> None:
    grid = parse_grid(SMALL)
    work = Work(grid, {})
    for _ in range(4):  # one long and one short run of each problem come first
        work.take(0.0)
    mine = next(one for one in grid.configurations if one.problem.identity.startswith("tire"))
    work.drop(mine.key)
    unit = work.take(0.0, mine.key)
    assert unit
    assert unit.configuration.problem == mine.problem
