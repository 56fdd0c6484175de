"""The behaviour without Gymnasium, and without cairosvg."""

from __future__ import annotations

import numpy as np
import pytest

from tests.support.processes import run_python


def test_without_gymnasium_the_error_names_the_package_to_install() -> None:
    code = "import sys; sys.modules['gymnasium'] = None; import lamp; lamp.env"
    done = run_python(code)
    assert "pip install 'lamp-planner[gym]'" in done.stderr.splitlines()[-1]


@pytest.mark.needs("gymnasium")
def test_without_cairosvg_pictures_show_the_list_of_facts(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    import lamp.gym.environment

    monkeypatch.setattr(lamp.gym.environment, "can_draw", lambda: False)
    task = lamp.load("tireworld:p1")
    by_name, by_task = (
        lamp.env(problem, render_mode="rgb_array") for problem in ("tireworld:p1", task)
    )
    assert np.array_equal(by_name.render(), by_task.render())
