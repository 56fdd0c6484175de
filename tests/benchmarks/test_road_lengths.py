"""The tireworld on roads with lengths: `tireworld:cities=20,lengths=1`."""

from __future__ import annotations

from fractions import Fraction

from lamp.benchmarks import load, text_of
from lamp.grounding import ground_model
from lamp.ppddl import check, load_texts, write_domain, write_problem
from lamp.task import Atom
from tests.support.tasks import benchmark_task

NAME = "tireworld:cities=12,seed=3,lengths=1"


def test_the_map_is_the_one_without_lengths() -> None:
    plain, measured = load("tireworld:cities=12,seed=3").problem, load(NAME).problem
    assert (measured.init, measured.goal, measured.objects) == (
        plain.init,
        plain.goal,
        plain.objects,
    )
    assert measured.name == f"{plain.name}-lengths"
    assert load("tireworld:cities=12,seed=3,lengths=0").problem == plain


def test_each_road_has_a_length_that_is_the_same_in_both_directions() -> None:
    problem = load(NAME).problem
    lengths = {term.terms: value for term, value in problem.values if term.function == "length"}
    roads = {atom.terms for atom in problem.init if atom.predicate == "road"}
    assert lengths.keys() == roads
    assert all(lengths[b, a] == length >= 1 for (a, b), length in lengths.items())
    assert len(set(lengths.values())) > 5


def test_drives_cost_their_roads_and_a_tire_costs_time() -> None:
    model = load(NAME)
    assert check(model.domain, model.problem) == ()
    values = dict(model.problem.values)
    for action in benchmark_task(NAME).actions:
        costs = {outcome.cost for outcome in action.outcomes}
        if action.name == "move-car":
            assert costs == {
                value for term, value in values.items() if term.terms == action.arguments
            }
        else:
            assert costs == {Fraction({"loadtire": 2, "changetire": 5}[action.name])}


def test_with_unit_costs_it_is_the_tireworld() -> None:
    task = ground_model(load(NAME), unit_costs=True)
    plain = benchmark_task("tireworld:cities=12,seed=3")
    assert (task.atoms, task.actions, task.initial, task.goal) == (
        plain.atoms,
        plain.actions,
        plain.initial,
        plain.goal,
    )
    assert Atom("hasspare") in task.atoms


def test_its_text_is_read_back() -> None:
    model = load(NAME)
    assert text_of(model.domain).startswith("; The tireworld on a map")
    again = load_texts(write_domain(model.domain), write_problem(model.problem))
    assert (again.domain, again.problem) == (model.domain, model.problem)
