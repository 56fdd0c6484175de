"""The blocks of the documents, run: commands with their output, scripts, and files by their names.

uv run python -m tests.support.documents docs/tutorial.md     # writes anew what the commands print

A block's first line may name it in a comment (`; coffee.ppddl`, `# grid.toml`): then it is a file
that later commands find. `console` blocks have commands after `$ ` and what they print below; `sh`
blocks have commands alone; `python` blocks of a document are one script. A comment
`<!-- not run: why -->` before a block leaves it out.
"""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
import tempfile
from collections.abc import Container, Iterator
from pathlib import Path
from typing import NamedTuple

from tests.support.paths import EXAMPLES

BLOCK = re.compile(
    r"(?P<skip><!-- not run: [^>]+ -->\n)?^(?P<indent> *)```(?P<kind>\w+)\n(?P<text>.*?)^ *```$",
    re.MULTILINE | re.DOTALL,
)
NAME = re.compile(r"(?:;|#) ([\w.-]+\.(?:ppddl|toml|json))\n")
RUN = ("console", "sh", "python")
VARYING = (
    (r"[\d,]+ a second", "… a second"),
    (r"[\d.,]+ (?:s|ms|MB)\b", "… s"),
    (r"less than 1 s", "… s"),
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
        found = NAME.match(self.text)
        return found.group(1) if found else ""


def blocks_of(document: str) -> Iterator[Block]:
    """The blocks of a document in order."""
    for found in BLOCK.finditer(document):
        indent = found["indent"]
        text = "".join(line.removeprefix(indent) for line in found["text"].splitlines(True))
        yield Block(found["kind"], text, found.start("text"), found.end("text"), not found["skip"])


def run_document(path: Path, folder: Path) -> Iterator[tuple[str, str]]:
    """Run a document in a folder; what it says is printed, and what is printed, block by block."""
    (folder / "examples").symlink_to(EXAMPLES)
    script = ""
    for block in blocks_of(path.read_text(encoding="utf-8")):
        if block.name:
            (folder / block.name).write_text(block.text, encoding="utf-8")
        elif not block.is_run or block.kind not in RUN:
            continue
        elif block.kind == "python":
            script += block.text
            _run([sys.executable, "-c", script], folder, (0,))
        elif block.kind == "sh":
            for command in filter(None, map(str.strip, block.text.splitlines())):
                _shell(command, folder, (0,))
        else:
            yield block.text, _session(block.text, folder)


def _session(text: str, folder: Path) -> str:
    """A console block as it is when it is run now; mistakes (exit code 1) may be shown, too."""
    commands = [line for line in text.splitlines() if line.startswith("$ ")]
    return "".join(f"{one}\n{_shell(one.removeprefix('$ '), folder)}" for one in commands)


def _shell(command: str, folder: Path, codes: Container[int] = (0, 1)) -> str:
    """What a command prints, and its mistakes; `lamp` and `uv run lamp` are this one."""
    ours = shlex.join([sys.executable, "-m", "lamp"])
    command = re.sub(r"^(uv run )?lamp ", f"{ours} ", command)
    command = re.sub(r"^uv run python ", f"{shlex.quote(sys.executable)} ", command)
    return _run(["bash", "-c", command], folder, codes)


def _run(command: list[str], folder: Path, codes: Container[int]) -> str:
    done = subprocess.run(
        command,
        cwd=folder,
        capture_output=True,
        text=True,
        encoding="utf-8",
        env=os.environ | {"PYTHONIOENCODING": "utf-8", "NO_COLOR": "1"},
        check=False,
    )
    assert done.returncode in codes, f"{command}\n{done.stdout}\n{done.stderr}"
    return done.stdout + (done.stderr if done.returncode else "")


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
