"""The page's files and their headers, and what the page can choose from."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from lamp.benchmarks import NAMES
from lamp.execution import planner_names
from lamp.search import SETTINGS

if TYPE_CHECKING:
    from tests.support.page_server import Server

pytestmark = [pytest.mark.needs("web"), pytest.mark.slow]


def test_the_content_security_policy_allows_only_the_page_s_own_scripts(server: Server) -> None:
    headers = server.get("/").headers
    assert "script-src 'self';" in headers["content-security-policy"]
    assert "default-src 'none'" in headers["content-security-policy"]
    assert headers["x-content-type-options"] == "nosniff"


@pytest.mark.parametrize(
    "path", ["/static/../app.py", "/static/%2e%2e/app.py", "/static//etc/passwd", "/app.py"]
)
def test_files_other_than_those_of_the_page_are_not_served(server: Server, path: str) -> None:
    assert server.get(path).status == 404


def test_all_problems_planners_and_settings_are_offered(server: Server) -> None:
    catalogue = server.json("/api/catalogue")
    problems = [name for family in catalogue["families"] for name in family["problems"]]
    assert problems == list(NAMES)
    assert [planner["name"] for planner in catalogue["planners"]] == list(planner_names())
    settings = catalogue["settings"]
    assert [setting["name"] for setting in settings] == list(SETTINGS)
    symbols = {setting["name"]: setting["symbol"] for setting in settings if setting["symbol"]}
    assert symbols == {
        "greediness": "α",
        "horizon": "d",
        "exploration": "C",
        "goal_utility": "K_g",
        "risk_factor": "λ",
        "utility": "u",
    }


def test_the_catalogue_marks_settings_that_also_accept_a_word(server: Server) -> None:
    settings = {setting["name"]: setting for setting in server.json("/api/catalogue")["settings"]}
    greediness = settings.pop("greediness")
    assert (greediness["kind"], greediness["word"]) == ("number", "auto")
    assert (greediness["default"], greediness["paper"]) == ("auto", 0.5)
    cost_unit = settings.pop("cost_unit")
    assert (cost_unit["kind"], cost_unit["word"], cost_unit["paper"]) == ("number", "auto", "auto")
    assert all(setting["word"] is None for setting in settings.values())


def test_the_text_of_a_benchmark_is_served_and_can_be_loaded(server: Server) -> None:
    texts = server.json("/api/problem?name=triangle_tireworld:p2")
    with server.session() as session:
        session.send("load", **texts)
        assert session.until("problem")["actions"] == 34


def test_the_text_of_an_unknown_benchmark_is_not_found(server: Server) -> None:
    assert server.get("/api/problem?name=nonsense:p99").status == 404
