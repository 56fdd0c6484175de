"""Grids: axes, variants, keys, and the seeds of runs."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from lamp.experiments.grid import Seeds
from lamp.experiments.grid_file import parse_grid, read_grid
from lamp.search import SearchSettings
from tests.support.experiments import SMALL, TINY, VARIANTS
from tests.support.paths import EXAMPLES


def test_a_list_is_an_axis_and_a_scalar_is_fixed() -> None:
    grid = parse_grid(SMALL + "horizon = 7\n")
    assert len(grid.configurations) == 2 * 2 * 2
    assert {configuration.settings.horizon for configuration in grid.configurations} == {7}


def test_every_setting_can_be_an_axis() -> None:
    text = TINY + 'tree_growth = ["full", "expand"]\nnormalize_exploration = [true, false]\n'
    assert len(parse_grid(text).configurations) == 8


def test_a_family_stands_for_all_its_problems() -> None:
    assert len(parse_grid('problems = ["zenotravel"]').configurations) == 5


def test_settings_that_a_planner_ignores_make_no_further_configurations() -> None:
    grid = parse_grid(f'planner = ["lamp", "uct"]\n{SMALL}')
    assert len(grid.configurations) == 2 * 2 * 2 + 2 * 2


def test_planners_without_subgoals_have_the_paper_s_settings() -> None:
    text = 'problems = ["tireworld:p1"]\nplanner = ["uct", "sequential"]'
    for configuration in parse_grid(text).configurations:
        assert configuration.settings == SearchSettings.paper()


def test_the_text_of_a_configuration_names_what_differs_from_defaults_or_paper() -> None:
    text = 'problems = ["tireworld:p1"]\n[settings]\nrollouts = 5'
    (usual,) = parse_grid(text).configurations
    (paper,) = parse_grid(f"paper = true\n{text}").configurations
    assert str(usual) == "tireworld:p1 by lamp, rollouts 5"
    assert str(paper) == "tireworld:p1 by lamp as in the paper, rollouts 5"


def test_files_are_relative_to_the_grid_and_their_text_is_part_of_the_key(tmp_path: Path) -> None:
    for name in ("domain", "problem"):
        shutil.copy(EXAMPLES / f"courier/{name}.ppddl", tmp_path)
    (tmp_path / "grid.toml").write_text(
        'problems = [{domain = "domain.ppddl", problem = "problem.ppddl", name = "courier"}]'
    )
    (configuration,) = read_grid(tmp_path / "grid.toml").configurations
    assert configuration.problem.name == "courier"
    assert configuration.problem.task().name == "courier/two-parcels"
    with (tmp_path / "problem.ppddl").open("a") as file:
        file.write("; changed\n")
    (other,) = read_grid(tmp_path / "grid.toml").configurations
    assert configuration.key != other.key


def test_variants_are_multiplied_by_the_axes() -> None:
    grid = parse_grid(VARIANTS)
    assert [
        (configuration.variant, configuration.settings.rollouts)
        for configuration in grid.configurations
    ] == [
        *(("UCT", 5), ("UCT", 20), ("α 1", 5), ("α 1", 20), ("careful", 5), ("careful", 20)),
    ]
    careful = grid.configurations[-1].settings
    assert careful == SearchSettings.paper(rollouts=20, dead_ends=True)


def test_the_name_of_a_variant_is_no_part_of_its_key() -> None:
    first, second = parse_grid(VARIANTS), parse_grid(VARIANTS.replace("careful", "other"))
    assert [configuration.key for configuration in first.configurations] == [
        configuration.key for configuration in second.configurations
    ]


def test_a_variant_may_override_the_key_paper_of_the_file() -> None:
    text = 'paper = true\nproblems = ["tireworld:p1"]\n[[variants]]\nname = "a"\n'
    text += '[[variants]]\nname = "b"\npaper = false'
    settings = [configuration.settings for configuration in parse_grid(text).configurations]
    assert settings == [SearchSettings.paper(), SearchSettings()]


def test_a_key_does_not_depend_on_how_the_grid_is_written() -> None:
    first = parse_grid('problems = ["tireworld:p1"]\n[settings]\ngreediness = 1\nrollouts = 100')
    second = parse_grid('problems = ["TIREWORLD:P1"]\n[settings]\nhorizon = 20\ngreediness = [1.0]')
    assert first.configurations[0].key == second.configurations[0].key


def test_keys_and_seeds_are_stable_across_versions() -> None:
    text = 'problems = ["tireworld:p1"]\npaper = true\n[settings]\ngreediness = 0.2\nrollouts = 5'
    grid = parse_grid(text)
    (configuration,) = grid.configurations
    assert configuration.key == "6e5160cec43dd83390a99b0894fc7429"
    assert [grid.seed_of(configuration, run) for run in range(2)] == [
        2555162079336610,
        6410849165875300,
    ]


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
def test_configurations_with_the_paper_s_settings_keep_the_keys_of_earlier_versions(
    text: str, keys: list[str]
) -> None:
    grid = parse_grid(f"paper = true\n{text}")
    assert [configuration.key for configuration in grid.configurations] == keys


def test_independent_seeds_are_all_different_and_common_ones_are_shared() -> None:
    grid = parse_grid(SMALL)
    pairs = [
        (configuration, run) for configuration in grid.configurations for run in range(grid.runs)
    ]
    assert len({grid.seed_of(*pair) for pair in pairs}) == len(pairs)
    common = parse_grid(f'seeds = "common"\nseed = 7\n{SMALL}')
    assert common.seeds is Seeds.COMMON
    assert {common.seed_of(configuration, 2) for configuration in common.configurations} == {9}


def test_the_seeds_of_runs_depend_on_the_seed_of_the_grid() -> None:
    first, second = parse_grid(SMALL), parse_grid(f"seed = 1\n{SMALL}")
    assert first.seed_of(first.configurations[0], 0) != second.seed_of(first.configurations[0], 0)
