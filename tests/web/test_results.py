"""Folders of results that the server shows: their progress and their reports."""

from __future__ import annotations

import contextlib
import os
import shutil
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.support.page_server import served, store_results

if TYPE_CHECKING:
    from tests.support.page_server import Server

pytestmark = [pytest.mark.needs("web"), pytest.mark.slow]


@pytest.fixture
def new_folder(results: Path) -> Iterator[Path]:
    """A path in the folder of results, which is gone after the test."""
    folder = results / "new"
    yield folder
    shutil.rmtree(folder, ignore_errors=True)


def listed(server: Server) -> list[dict[str, Any]]:
    """What the server tells about each folder."""
    folders: list[dict[str, Any]] = server.json("/api/results")["folders"]
    return folders


def test_a_server_without_a_results_folder_serves_no_results() -> None:
    from lamp.web.results import Results

    assert not Results(None).is_given
    with served() as server:
        assert server.json("/api/catalogue")["results"] is False
        assert server.json("/api/results") == {"folders": []}
        assert server.get("/api/results/report?name=x").status == 404


def test_a_server_with_a_results_folder_offers_results(server: Server) -> None:
    assert server.json("/api/catalogue")["results"] is True


def test_reports_follow_the_runs_of_an_experiment(server: Server, new_folder: Path) -> None:
    store_results(new_folder, runs=2)
    before, small = listed(server)
    assert [before["name"], small["name"]] == ["new", "small"]
    assert (before["done"], before["total"]) == (8, 8)
    report = server.get("/api/results/report?name=new")
    assert "elevators:p2" in report.text
    store_results(new_folder, runs=3)
    after, unchanged = listed(server)
    assert after["name"] == "new"
    assert unchanged == small
    assert (after["done"], after["total"]) == (12, 12)
    assert after["stamp"] != before["stamp"]
    assert server.get("/api/results/report?name=new").text != report.text


def test_the_content_security_policy_allows_the_inline_scripts_of_a_report(server: Server) -> None:
    report = server.get("/api/results/report?name=small")
    assert "script-src 'unsafe-inline'" in report.headers["content-security-policy"]


@pytest.mark.parametrize("path", ["..", "../{folder}/small"])
def test_reports_of_folders_outside_the_results_folder_are_not_found(
    server: Server, results: Path, path: str
) -> None:
    name = path.format(folder=results.name)
    assert server.get(f"/api/results/report?name={name}").status == 404


def test_a_folder_of_one_experiment_is_shown_by_its_name(results: Path) -> None:
    with served(results / "small") as server:
        (folder,) = listed(server)
        assert (folder["name"], folder["done"]) == ("small", 12)


def test_folders_beside_a_broken_one_are_listed(
    server: Server, results: Path, new_folder: Path
) -> None:
    shutil.copytree(results / "small", new_folder)
    store = new_folder / "results.sqlite"
    with contextlib.closing(sqlite3.connect(store)) as connection, connection:
        connection.execute("DELETE FROM meta")
    broken, small = listed(server)
    assert (broken["name"], broken["done"]) == ("new", 0)
    assert broken["error"]
    assert (small["name"], small["done"]) == ("small", 12)


def test_a_results_folder_whose_name_is_not_valid_utf_8_is_listed_and_reported(
    server: Server, results: Path
) -> None:
    odd = results / os.fsdecode(b"odd\xff")
    try:
        shutil.copytree(results / "small", odd)
    except OSError:
        pytest.skip("names of files must be texts here")
    try:
        folders = [(folder["name"], folder["done"]) for folder in listed(server)]
        assert folders == [("odd\ufffd", 12), ("small", 12)]
        assert server.get("/api/results/report?name=odd%EF%BF%BD").status == 200
    finally:
        shutil.rmtree(odd)
