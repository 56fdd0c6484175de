"""The paper's published results, against the vendored tables."""

from __future__ import annotations

from lamp.benchmarks import NAMES, PAPER_NAMES, landmark_count, published_table
from tests.support.reference import published_results


def test_published_results_equal_the_vendored_tables_of_the_paper() -> None:
    expected = {f"{row['domain']}:{row['problem']}": row for row in published_results()["tables"]}
    assert {name for name in NAMES if published_table(name)} == expected.keys()
    for name, reference in expected.items():
        table = published_table(name)
        assert table is not None
        assert (table.name, table.metric) == (name, reference["metric"])
        assert table.runs == reference["runs"]
        assert list(table.greediness) == reference["alphas"]
        assert [
            {
                "rollouts": row.rollouts,
                "values": list(row.values),
                "significant_vs_uct": list(row.significant),
            }
            for row in table.rows
        ] == reference["rows"]


def test_published_landmark_counts_equal_those_of_the_paper() -> None:
    counts = published_results()["nontrivial_landmarks"]
    assert {name: landmark_count(name) for name in PAPER_NAMES} == {
        f"{family}:p{number}": count
        for family, values in counts.items()
        for number, count in enumerate(values, start=1)
    }


def test_nothing_is_published_on_generated_problems() -> None:
    assert published_table("tireworld:cities=60") is None
    assert landmark_count("tireworld:cities=60") is None


def test_nothing_is_published_on_problems_that_are_not_the_paper_s() -> None:
    others = set(NAMES) - set(PAPER_NAMES)
    assert others == {f"zenotravel_released:p{number}" for number in range(1, 6)}
    assert {published_table(name) for name in others} == {None}
    assert {landmark_count(name) for name in others} == {None}
