"""First tries: which of the actions that were never tried in a state comes first."""

from __future__ import annotations

import pytest

from lamp.search import Lamp, SearchSettings
from lamp.task import Action, Condition, Outcome
from tests.support.random_tasks import ONE, hand_made
from tests.support.search_tasks import evidence_by_name, move


@pytest.mark.parametrize("seed", range(8))
def test_the_first_try_is_an_action_that_leads_to_the_landmark(seed: int) -> None:
    aside = [Action(f"aside{fact}", (), Condition(), (Outcome(ONE, (fact,)),)) for fact in (3, 4)]
    task = hand_made(*aside, move("go", 0, 1), move("on", 1, 2), goal=Condition((2,)), initial=[0])
    settings = SearchSettings.paper(first_tries="relevant", greediness=0.0, rollouts=1, seed=seed)
    evidence = evidence_by_name(Lamp(task, settings=settings))
    assert [name for name, known in evidence.items() if known.goal.tries] == ["go"]


def test_distances_are_counted_backwards_from_the_landmark() -> None:
    task = hand_made(
        *(move("far", 0, 1), move("near", 1, 2), move("never", 2, 4)),
        goal=Condition((2,)),
        initial=[0],
    )
    guidance = Lamp(task).trees[0].memory.search.landmarks
    assert guidance.distance[-1].tolist() == [1, 0, 255]
