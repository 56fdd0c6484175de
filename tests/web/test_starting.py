"""How `lamp serve` starts: its host, its port, the browser that it opens, and what it imports."""

from __future__ import annotations

import socket
import sys
from pathlib import Path

import pytest

from tests.support.cli import lamp
from tests.support.page_server import served
from tests.support.processes import run_python, wait_until

pytestmark = pytest.mark.needs("web")


@pytest.mark.parametrize("host", ["..", "a" * 70, "256.1.1.1"])
def test_a_host_that_does_not_exist_is_an_error_that_names_the_option(host: str) -> None:
    done = lamp("serve", "--no-open", "--host", host)
    assert done.returncode == 2
    assert "--host" in done.stderr


def test_a_host_is_looked_up_once_where_it_cannot_be_found(monkeypatch: pytest.MonkeyPatch) -> None:
    names: list[str] = []

    def fail(name: str, *others: object, **options: object) -> None:
        names.append(name)
        raise socket.gaierror(socket.EAI_NONAME, "Name or service not known")

    monkeypatch.setattr(socket, "getaddrinfo", fail)
    done = lamp("serve", "--no-open", "--host", "no.such.machine.example")
    assert done.returncode == 2
    assert "Name or service not known" in done.stderr
    assert names == ["no.such.machine.example"]


def test_a_port_that_is_taken_is_an_error_that_names_the_option() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        done = lamp("serve", "--no-open", "--port", port)
    assert done.returncode == 2
    assert port in done.stderr
    assert "--port" in done.stderr


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="BROWSER is of Unix")
def test_the_page_answers_even_to_a_browser_that_runs_in_the_foreground(tmp_path: Path) -> None:
    browser, seen = tmp_path / "browser.py", tmp_path / "seen"
    browser.write_text(
        "import pathlib, sys, urllib.request\n"
        "page = urllib.request.urlopen(sys.argv[1]).read()\n"
        f"pathlib.Path({str(seen)!r}).write_bytes(page)\n"
    )
    with served("--open", env={"BROWSER": f"{sys.executable} {browser} %s"}):
        wait_until(seen.exists, "the browser to load the page")


def test_the_server_itself_does_not_import_the_planner() -> None:
    code = (
        "import sys, lamp.web.serving; "
        "sys.exit(bool({'llvmlite', 'numba', 'numpy', 'lamp.search'} & {*sys.modules}))"
    )
    assert run_python(code).returncode == 0
