"""Free memory: on this machine, and as simulated systems and containers report it."""

from __future__ import annotations

import os
from pathlib import Path
from typing import NoReturn

import pytest

from lamp.util import machine
from lamp.util.machine import GUESS, free_memory

MEMORY = "MemTotal: 9000 kB\nMemFree: 100 kB\nMemAvailable: 5000 kB\n"
VERSION_1 = "memory/memory.limit_in_bytes", "memory/memory.usage_in_bytes"
VERSION_2 = "memory.max", "memory.current"


@pytest.fixture
def system(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder that stands for the root of a file system without anything in it."""
    monkeypatch.setattr(machine, "Path", lambda path: tmp_path / path.lstrip("/"))
    return tmp_path


def write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)


def limit(system: Path, names: tuple[str, str], *values: str) -> None:
    """Write the limit and the use of a control group."""
    for name, value in zip(names, values, strict=True):
        write(system / "sys/fs/cgroup" / name, f"{value}\n")


def test_the_free_memory_of_this_machine_is_a_part_of_its_memory() -> None:
    assert 0 < free_memory() <= os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")


def test_free_memory_is_the_available_memory_that_linux_reports(system: Path) -> None:
    write(system / "proc/meminfo", MEMORY)
    assert free_memory() == 5000 * 1024


@pytest.mark.parametrize("version", [VERSION_1, VERSION_2])
def test_free_memory_in_a_container_is_its_limit_minus_its_usage(
    system: Path, version: tuple[str, str]
) -> None:
    write(system / "proc/meminfo", MEMORY)
    limit(system, version, "3000000", "1000000")
    assert free_memory() == 2_000_000


@pytest.mark.parametrize("version", [VERSION_1, VERSION_2])
def test_free_memory_in_a_container_is_at_most_that_of_its_machine(
    system: Path, version: tuple[str, str]
) -> None:
    write(system / "proc/meminfo", MEMORY)
    limit(system, version, "9223372036854771712", "1000000")
    assert free_memory() == 5000 * 1024


def test_free_memory_in_a_container_without_a_limit_is_that_of_its_machine(system: Path) -> None:
    write(system / "proc/meminfo", MEMORY)
    limit(system, VERSION_2, "max", "1000000")
    assert free_memory() == 5000 * 1024


def test_free_memory_in_a_container_beyond_its_limit_is_0(system: Path) -> None:
    write(system / "proc/meminfo", MEMORY)
    limit(system, VERSION_2, "1000000", "1000001")
    assert free_memory() == 0


@pytest.mark.parametrize("text", [None, "MemAvailable: much\n", "MemAvailable:\n"])
def test_half_of_the_total_memory_counts_as_free_if_linux_does_not_report_it(
    system: Path, text: str | None
) -> None:
    if text is not None:
        write(system / "proc/meminfo", text)
    assert free_memory() == os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") // 2


@pytest.mark.usefixtures("system")
def test_free_memory_is_a_constant_if_the_system_reports_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def unknown(name: str) -> NoReturn:
        raise ValueError(f"unrecognized configuration name {name}")

    monkeypatch.setattr(os, "sysconf", unknown)
    assert free_memory() == GUESS
