"""What the documents say is what the code does."""

from __future__ import annotations

import importlib
import pkgutil
import re
import subprocess
import sys
from dataclasses import fields

import pytest

import lamp
from lamp.grounding import Limits
from lamp.ppddl.files import MAX_TEXT_BYTES
from tests.support.cli import lamp as lamp_command
from tests.support.paths import ROOT

README = (ROOT / "README.md").read_text(encoding="utf-8")


def blocks(kind: str) -> list[str]:
    """The fenced blocks of a kind in the README."""
    found = re.findall(rf"^ *```{kind}\n(.*?)^ *```$", README, flags=re.MULTILINE | re.DOTALL)
    return [re.sub(r"^  ", "", block, flags=re.MULTILINE) for block in found]


@pytest.mark.parametrize("excerpt", blocks("console"))
def test_the_readme_s_excerpt_is_what_the_command_prints(excerpt: str) -> None:
    command, _, output = excerpt.partition("\n")
    words = command.removeprefix("$ uv run lamp ").split()
    done = subprocess.run(
        [sys.executable, "-m", "lamp", *words], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert without_speed(re.sub(r"^  ", "", done.stdout, flags=re.MULTILINE)) == without_speed(
        output
    )


def without_speed(text: str) -> str:
    return re.sub(r"[\d,]+ a second", "… a second", text)


def test_the_readme_has_exactly_two_commands_for_a_fresh_machine() -> None:
    (commands,) = blocks("sh")
    assert commands.splitlines() == [
        "uv run lamp check examples/courier/domain.ppddl examples/courier/problem.ppddl",
        "uv run pytest",
    ]


def test_the_readme_s_python_runs() -> None:
    (code,) = blocks("python")
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True
    )
    first, *_, ends, uct_ends, paper_ends = done.stdout.splitlines()
    assert first.startswith("pursue")
    assert re.fullmatch(r"(goal|dead_end|budget) \d+", ends)
    assert {uct_ends, paper_ends} <= {"goal", "dead_end", "budget"}


def test_the_documented_limits_are_the_defaults() -> None:
    text = (ROOT / "docs" / "language.md").read_text(encoding="utf-8")
    documented = dict(re.findall(r"^\| `(\w+)` \| ([\d,]+) \|", text, flags=re.MULTILINE))
    defaults = {limit.name: f"{getattr(Limits(), limit.name):,}" for limit in fields(Limits)}
    assert documented == {"text_bytes": f"{MAX_TEXT_BYTES:,}"} | defaults


def test_the_help_names_all_limits() -> None:
    command = [sys.executable, "-m", "lamp", "check", "--help"]
    text = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    names = ", ".join(["text_bytes", *(limit.name for limit in fields(Limits))])
    assert names in " ".join(text.split())


def test_the_architecture_names_every_file_of_every_room() -> None:
    text = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    rooms = ("ppddl", "grounding", "benchmarks", "landmarks", "search", "exact", "execution")
    for room in (*rooms, "ippc", "experiments", "reporting", "pictures", "gym", "web"):
        for path in (ROOT / "src" / "lamp" / room).rglob("[a-z]*.py"):
            assert f"`{path.name}`" in text


def test_files_that_documents_link_to_exist() -> None:
    for document in [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")]:
        text = document.read_text(encoding="utf-8")
        for target in re.findall(r"\]\((?!http)([^)#]+)\)", text):
            assert (document.parent / target).exists(), f"{document.name}: {target}"


MODULES = [found.name for found in pkgutil.walk_packages(lamp.__path__, "lamp.")]


@pytest.mark.parametrize("name", [name for name in MODULES if not name.endswith("__main__")])
def test_what_a_module_offers_can_be_imported(name: str) -> None:
    module = importlib.import_module(name)
    offered = getattr(module, "__all__", [])
    assert len(set(offered)) == len(offered)
    assert all(hasattr(module, one) for one in offered)
    assert module.__doc__


def test_the_drawing_in_the_documents_is_what_the_command_draws() -> None:
    # uv run lamp landmarks elevators:p13 --format svg --out docs/images/elevators-p13.svg
    done = lamp_command("landmarks", "elevators:p13", "--format", "svg")
    assert done.stdout == (ROOT / "docs/images/elevators-p13.svg").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", ["kernel", "labelled_kernel"])
def test_python_calls_only_those_verbs_of_the_kernel_that_it_may(name: str) -> None:
    # A verb without a wrapper for Python ends the process.
    sources = {path: path.read_text() for path in (ROOT / "src" / "lamp").rglob("*.py")}
    search = ROOT / "src" / "lamp" / "search"
    kernel = [search / f"{name}.py"] if name == "labelled_kernel" else [*(search / name).glob("*")]
    called = {
        verb
        for path, text in sources.items()
        if path not in kernel and re.search(rf"from lamp.search import .*\b{name}\b", text)
        for verb in re.findall(rf"\b{name}\.([a-z_]+)\(", text)
    }
    entries = {
        verb for path in kernel for verb in re.findall(r"entry\ndef (\w+)", sources.get(path, ""))
    }
    assert called == entries
