"""A real browser for the tests: Chromium without a window, driven by its DevTools protocol.

Small enough that no other package is needed: `websockets` is there for the page anyway.
"""

from __future__ import annotations

import base64
import itertools
import json
import os
import shutil
import signal
import subprocess
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from tests.support.processes import LIMIT, MARK, marked_processes, started, wait_until

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
FLAGS = (
    "--headless=new",
    "--no-sandbox",  # CI runs as root, and every page is ours
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--hide-scrollbars",
    "--no-first-run",
    "--disable-background-networking",
    "--remote-debugging-port=0",
)


def find_browser() -> str | None:
    """The path of a Chromium, if there is one."""
    return next((path for name in NAMES if (path := shutil.which(name))), None)


@contextmanager
def started_browser() -> Iterator[Browser]:
    """A browser with a profile of its own; at the end of the block, all its processes are gone.

    It may last longer than a module of tests: it is not among the processes of one.
    """
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        profile = Path(folder)
        try:
            with started(
                [str(find_browser()), *FLAGS, f"--user-data-dir={profile}", "about:blank"],
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                env={"HOME": folder, MARK: folder},
            ):
                port = profile / "DevToolsActivePort"
                wait_until(lambda: port.exists() and port.read_text().count("\n"), "the browser")
                yield Browser(int(port.read_text().splitlines()[0]))
        finally:
            _end_crash_handlers(folder)


def _end_crash_handlers(mark: str) -> None:
    """End those processes of a browser that are not in its process group (Linux only)."""
    for pid in marked_processes(mark):
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
    wait_until(lambda: not marked_processes(mark), "the browser's processes to end")


class Browser:
    """A browser that runs."""

    def __init__(self, port: int) -> None:
        self._port = port

    def open(self, url: str, *, width: int = 1280, height: int = 900, dark: bool = False) -> Page:
        """A new tab of some size, light or dark, at an address; pages have nothing stored in it."""
        request = urllib.request.Request(f"http://127.0.0.1:{self._port}/json/new", method="PUT")
        with urllib.request.urlopen(request, timeout=LIMIT) as answer:
            target = json.load(answer)
        page = Page(target["webSocketDebuggerUrl"])
        page.send("Storage.clearDataForOrigin", origin="*", storageTypes="all")
        page.resize(width, height)
        page.send(
            "Emulation.setEmulatedMedia",
            features=[{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}],
        )
        page.go(url)
        return page


class Page:
    """One tab."""

    def __init__(self, address: str) -> None:
        from websockets.sync.client import connect

        patient: dict[str, Any] = {"open_timeout": LIMIT, "ping_interval": None, "max_size": None}
        self._connection = connect(address, max_queue=None, **patient).__enter__()
        self._numbers = itertools.count(1)
        self.complaints: list[str] = []
        """What the page has thrown, or written to its console as an error."""
        for domain in ("Page", "Runtime", "Log"):
            self.send(f"{domain}.enable")

    def send(self, method: str, **parameters: Any) -> dict[str, Any]:
        """Send a command and wait for its answer."""
        number = next(self._numbers)
        self._connection.send(json.dumps({"id": number, "method": method, "params": parameters}))
        while True:
            message = json.loads(self._connection.recv(timeout=LIMIT))
            if message.get("id") == number:
                assert "error" not in message, (method, message["error"])
                result: dict[str, Any] = message["result"]
                return result
            self._note(message)

    def _note(self, event: dict[str, Any]) -> None:
        content = event.get("params", {})
        if event.get("method") == "Runtime.exceptionThrown":
            self.complaints.append(json.dumps(content["exceptionDetails"])[:600])
        elif event.get("method") == "Log.entryAdded" and content["entry"]["level"] == "error":
            self.complaints.append(f"{content['entry']['text']} {content['entry'].get('url', '')}")
        elif event.get("method") == "Runtime.consoleAPICalled" and content["type"] == "error":
            self.complaints.append(json.dumps(content["args"])[:600])

    def go(self, url: str) -> None:
        """Go to an address, and wait until it is there."""
        self.send("Page.navigate", url=url)
        page = json.dumps(url.partition("#")[0])  # the page may change the fragment
        self.wait(f"document.readyState === 'complete' && location.href.split('#')[0] === {page}")

    def resize(self, width: int, height: int) -> None:
        """Make the tab so wide and high, in CSS pixels."""
        self.send(
            "Emulation.setDeviceMetricsOverride",
            width=width,
            height=height,
            deviceScaleFactor=1,
            mobile=False,
        )

    def evaluate(self, script: str) -> Any:
        """The value of an expression in the page; promises are waited for."""
        answer = self.send(
            "Runtime.evaluate", expression=script, awaitPromise=True, returnByValue=True
        )
        assert "exceptionDetails" not in answer, (script, answer["exceptionDetails"])
        return answer["result"].get("value")

    def wait(self, script: str, seconds: float = LIMIT) -> Any:
        """Wait until an expression is true; its value."""
        end = time.monotonic() + seconds
        while not self.evaluate(f"Boolean({script})"):
            if time.monotonic() > end:
                text = self.evaluate("document.body ? document.body.innerText : ''")
                raise AssertionError(f"waited in vain for {script}; the page says:\n{text[:3000]}")
            time.sleep(0.03)
        return self.evaluate(script)

    def wait_for(self, selector: str) -> None:
        """Wait until something can be seen."""
        self.wait(
            f"(document.querySelector({json.dumps(selector)})?.getClientRects().length ?? 0) > 0"
        )

    def text(self, selector: str) -> str:
        """The text of something."""
        found: str = self.evaluate(f"document.querySelector({json.dumps(selector)}).textContent")
        return found

    def click(self, selector: str) -> None:
        """Click on something as a mouse does: scrolled to, in its middle."""
        self.wait_for(selector)
        where = self.evaluate(
            f"""(() => {{
              const found = document.querySelector({json.dumps(selector)});
              found.scrollIntoView({{block: "center", behavior: "instant"}});
              const box = found.getBoundingClientRect();
              return [box.x + box.width / 2, box.y + box.height / 2];
            }})()"""
        )
        for kind in ("mousePressed", "mouseReleased"):
            self.send(
                "Input.dispatchMouseEvent",
                type=kind,
                x=where[0],
                y=where[1],
                button="left",
                clickCount=1,
            )

    def fill(self, selector: str, value: str) -> None:
        """Set the value of a field as if it had been typed."""
        self.wait_for(selector)
        self.evaluate(
            f"""(() => {{
              const field = document.querySelector({json.dumps(selector)});
              field.focus();
              field.value = {json.dumps(value)};
              field.dispatchEvent(new Event("input", {{bubbles: true}}));
              field.dispatchEvent(new Event("change", {{bubbles: true}}));
            }})()"""
        )

    def press(self, key: str, code: str = "", number: int = 0) -> None:
        """Press a key."""
        for kind in ("keyDown", "keyUp"):
            more = {"text": key} if kind == "keyDown" and len(key) == 1 else {}
            self.send(
                "Input.dispatchKeyEvent",
                type=kind,
                key=key,
                code=code or key,
                windowsVirtualKeyCode=number,
                **more,
            )

    def screenshot(self, path: Path, *, whole: bool = False) -> None:
        """Save a picture of what can be seen, or of the whole page."""
        more: dict[str, Any] = {}
        if whole:
            size = self.send("Page.getLayoutMetrics")["cssContentSize"]
            more = {"captureBeyondViewport": True, "clip": {**size, "x": 0, "y": 0, "scale": 1}}
        data = self.send("Page.captureScreenshot", format="png", **more)["data"]
        path.write_bytes(base64.b64decode(data))

    def close(self) -> None:
        """Close the tab; the browser ends the connection without another word."""
        self.send("Page.close")
        self._connection.close_socket()
