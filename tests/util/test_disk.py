"""Files are written as a whole or not at all."""

from __future__ import annotations

import errno
import os
import signal
import stat
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NoReturn

import pytest

from lamp.util import cache_folder, write_whole
from tests.support.processes import Processes


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A file with a text, alone in its folder."""
    old = tmp_path / "file"
    old.write_text("old")
    return old


def assert_untouched(path: Path) -> None:
    """Check that a file has its old text, and that nothing was left beside it."""
    assert path.read_text() == "old"
    assert [*path.parent.iterdir()] == [path]


def test_a_text_is_written_as_utf_8_without_changing_its_line_ends(tmp_path: Path) -> None:
    write_whole(tmp_path / "file", "é\r\n中\n")
    assert (tmp_path / "file").read_bytes() == "é\r\n中\n".encode()


def test_missing_folders_are_made(tmp_path: Path) -> None:
    write_whole(tmp_path / "one" / "two" / "file", "new")
    assert (tmp_path / "one" / "two" / "file").read_text() == "new"


def test_an_old_text_is_replaced_and_nothing_is_left_beside_it(path: Path) -> None:
    write_whole(path, "new")
    assert path.read_text() == "new"
    assert [*path.parent.iterdir()] == [path]


def test_a_reader_that_has_opened_the_old_text_reads_it_to_its_end(path: Path) -> None:
    with path.open() as reader:
        write_whole(path, "new")
        assert reader.read() == "old"


def test_a_text_that_cannot_be_encoded_leaves_the_old_one(path: Path) -> None:
    with pytest.raises(UnicodeEncodeError):
        write_whole(path, "new \ud800")
    assert_untouched(path)


@pytest.mark.parametrize("mode", [0o600, 0o640, 0o755])
def test_a_file_keeps_its_permissions(path: Path, mode: int) -> None:
    path.chmod(mode)
    write_whole(path, "new")
    assert path.read_text() == "new"
    assert stat.S_IMODE(path.stat().st_mode) == mode


def test_a_file_that_must_not_be_written_is_not_replaced(path: Path) -> None:
    path.chmod(0o444)
    with pytest.raises(PermissionError):
        write_whole(path, "new")
    assert_untouched(path)


def test_a_link_stays_a_link_to_the_new_text(path: Path) -> None:
    link = path.with_name("link")
    link.symlink_to(path.name)
    write_whole(link, "new")
    assert link.is_symlink()
    assert path.read_text() == "new"


def test_a_link_to_a_missing_file_makes_that_file(tmp_path: Path) -> None:
    link = tmp_path / "link"
    link.symlink_to("missing/file")
    write_whole(link, "new")
    assert link.is_symlink()
    assert (tmp_path / "missing" / "file").read_text() == "new"


def test_a_link_to_itself_is_refused(tmp_path: Path) -> None:
    link = tmp_path / "link"
    link.symlink_to(link.name)
    with pytest.raises(OSError, match="leads back to itself") as caught:
        write_whole(link, "new")
    assert caught.value.errno == errno.ELOOP
    assert [*tmp_path.iterdir()] == [link]


def test_a_folder_is_not_replaced(tmp_path: Path) -> None:
    with pytest.raises(IsADirectoryError):
        write_whole(tmp_path, "new")
    assert [*tmp_path.iterdir()] == []


def test_a_pipe_is_written_to_and_stays_a_pipe(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    try:
        write_whole(pipe, "new")
        assert os.read(reader, 10) == b"new"
    finally:
        os.close(reader)
    assert pipe.is_fifo()


def test_texts_that_are_written_at_the_same_time_are_never_mixed(path: Path) -> None:
    texts = [letter * 100_000 for letter in "abcd"]
    path.write_text(texts[0])
    with ThreadPoolExecutor() as pool:
        writing = [pool.submit(write_whole, path, text) for text in texts * 5]
        while not all(future.done() for future in writing):
            assert path.read_text() in texts
        for future in writing:
            future.result()
    assert path.read_text() in texts


def test_a_process_that_is_killed_leaves_a_whole_text(processes: Processes, path: Path) -> None:
    code = (
        "import sys; from pathlib import Path; from lamp.util.disk import write_whole\n"
        "while True:\n"
        "    for letter in 'ab':\n"
        "        write_whole(Path(sys.argv[1]), 1_000_000 * letter)\n"
        "        print(letter, flush=True)\n"
    )
    writer = processes.start([sys.executable, "-c", code, str(path)], stdout=subprocess.PIPE)
    assert writer.stdout is not None
    for _ in range(3):
        assert writer.stdout.readline()
    writer.send_signal(signal.SIGKILL)
    writer.wait()
    assert path.read_text() in ("a" * 1_000_000, "b" * 1_000_000)


def test_the_user_s_cache_folder_is_respected(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("LAMP_CACHE_DIR", raising=False)
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.setenv("XDG_CACHE_HOME", "/somewhere")
    assert cache_folder() == Path("/somewhere/lamp")
    monkeypatch.setenv("XDG_CACHE_HOME", "relative")
    assert cache_folder() == Path.home() / ".cache" / "lamp"


def test_a_cache_folder_of_lamp_s_own_comes_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", "/somewhere")
    monkeypatch.setenv("LAMP_CACHE_DIR", "/elsewhere")
    assert cache_folder() == Path("/elsewhere")


def test_there_is_no_cache_folder_without_a_home_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    def no_user(number: int) -> NoReturn:
        raise KeyError(number)

    for name in ("LAMP_CACHE_DIR", "XDG_CACHE_HOME", "HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr("pwd.getpwuid", no_user)
    with pytest.raises(RuntimeError):
        cache_folder()
