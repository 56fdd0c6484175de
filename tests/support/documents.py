"""The blocks of the documents, run: commands with their output, scripts, and files by their names.

uv run python -m tests.support.documents docs/tutorial.md     # updates the shown output

A block's first line may name it in a comment (`; coffee.ppddl`, `# grid.toml`): then it is a file
that later commands find. `console` blocks have commands after `$ ` and what they print below; `sh`
blocks have commands alone; `python` blocks of a document are one script. A comment
`<!-- not run: why -->` before a block leaves it out.
"""

from __future__ import annotations

import re
import shlex
import sys
import tempfile
from collections.abc import Container, Iterator
from pathlib import Path
from typing import NamedTuple

from tests.support.cli import LAMP, lamp
from tests.support.paths import EXAMPLES
from tests.support.processes import run

BLOCK = re.compile(
    r"(?P<skip><!-- not run: [^>]+ -->\n)?^(?P<indent> *)```(?P<kind>\w+)\n(?P<text>.*?)^ *```$",
    re.MULTILINE | re.DOTALL,
)
NAME = re.compile(r"(?:;|#) ([\w.-]+\.(?:ppddl|toml|json))\n")
RUN = ("console", "sh", "python")
SHELL = re.compile(r"[|&;<>$`*?~]")
"""What only a shell understands."""
STARTS_PROCESSES = (("experiment", "run"), ("serve",), ("server",))
"""Commands that are run as processes, since they start some themselves."""
VARYING = (
    (r"[\d,]+ a second", "… a second"),
    (r"(?:less than )?[\d.,]+ (?:s|ms|min|h|MB)\b", "… s"),
    (r"(seconds\s+)[\d.]+", r"\1…"),
)
"""What a machine prints in its own way."""


class Block(NamedTuple):
    """A block of a document."""

    kind: str
    text: str
    start: int
    end: int
    """Where its text is in the document."""
    is_run: bool

    @property
    def name(self) -> str:
        """The name of the file that it is, if it is one."""
        match = NAME.match(self.text)
        return match.group(1) if match else ""


def blocks_of(document: str) -> Iterator[Block]:
    """The blocks of a document in order."""
    for match in BLOCK.finditer(document):
        indent = match["indent"]
        text = "".join(line.removeprefix(indent) for line in match["text"].splitlines(True))
        yield Block(match["kind"], text, match.start("text"), match.end("text"), not match["skip"])


def run_document(path: Path, folder: Path) -> Iterator[tuple[str, str]]:
    """Run a document in a folder; what it says is printed, and what is printed, block by block."""
    (folder / "examples").symlink_to(EXAMPLES)
    script = Script(folder)
    for block in blocks_of(path.read_text(encoding="utf-8")):
        if block.name:
            (folder / block.name).write_text(block.text, encoding="utf-8")
        elif not block.is_run or block.kind not in RUN:
            continue
        elif block.kind == "python":
            script.add(block.text)
        elif block.kind == "sh":
            script.run()
            for command in filter(None, map(str.strip, block.text.splitlines())):
                _shell(command, folder, (0,))
        else:
            script.run()
            yield block.text, run_session(block.text, folder)
    script.run()


class Script:
    """The Python of a document: one script, which is run when something comes that may need it."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._text = ""
        self._is_new = False

    def add(self, text: str) -> None:
        """Add a block."""
        self._text += text
        self._is_new = True

    def run(self) -> None:
        """Run all of it, if there is more than the last time."""
        if self._is_new:
            _run([sys.executable, "-c", self._text], self._folder, (0,))
        self._is_new = False


def run_session(text: str, folder: Path, codes: Container[int] = (0, 1)) -> str:
    """A console block as it is when it is run now; mistakes (exit code 1) may be shown, too."""
    commands = [line for line in text.splitlines() if line.startswith("$ ")]
    return "".join(f"{line}\n{_shell(line.removeprefix('$ '), folder, codes)}" for line in commands)


def _shell(command: str, folder: Path, codes: Container[int]) -> str:
    """What a command prints, and its mistakes; `lamp` and `uv run lamp` are this one.

    Plain commands of lamp are run in this process, which takes a tenth of the time.
    """
    command = command.removeprefix("uv run ").partition("  #")[0].rstrip()
    arguments = tuple(shlex.split(command.removeprefix("lamp ")))
    starts_processes = any(arguments[: len(words)] == words for words in STARTS_PROCESSES)
    if command.startswith("lamp ") and not starts_processes and not SHELL.search(command):
        done = lamp(*arguments, cwd=folder)
        return _printed(command, done.returncode, done.stdout, done.stderr, codes)
    command = re.sub(r"^lamp ", f"{shlex.join(LAMP)} ", command)
    command = re.sub(r"^python ", f"{shlex.quote(sys.executable)} ", command)
    return _run(["bash", "-c", command], folder, codes)


def _run(command: list[str], folder: Path, codes: Container[int]) -> str:
    done = run(command, cwd=folder, env={"PYTHONIOENCODING": "utf-8", "NO_COLOR": "1"})
    return _printed(shlex.join(command), done.returncode, done.stdout, done.stderr, codes)


def _printed(command: str, code: int, output: str, errors: str, codes: Container[int]) -> str:
    assert code in codes, f"{command} ended with {code}:\n{output}\n{errors}"
    return output + (errors if code else "")


def settled(text: str) -> str:
    """A text without what differs from machine to machine."""
    for pattern, instead in VARYING:
        text = re.sub(pattern, instead, text)
    return "\n".join(line.rstrip() for line in text.splitlines())


def write_anew(path: Path) -> None:
    """Put into a document what its commands print now, where it differs."""
    document = path.read_text(encoding="utf-8")
    with tempfile.TemporaryDirectory() as folder:
        for old, new in run_document(path, Path(folder)):
            if settled(old) != settled(new):
                document = document.replace(
                    old, "\n".join(map(str.rstrip, new.splitlines())) + "\n", 1
                )
    path.write_text(document, encoding="utf-8")


if __name__ == "__main__":
    for argument in sys.argv[1:]:
        write_anew(Path(argument))
