"""What a user does in JupyterLab, in Chromium: a script and a notebook, with diagnostics and hovers.

Runs in JupyterLab's environment, in the folder with `train.py` and `train.ipynb`; writes `result.json`. Screenshots and
the log go to the folder `$SCREENSHOTS`.
"""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import time
import traceback
import urllib.request
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, TimeoutError, sync_playwright

PATIENCE = 120_000
SCREENSHOTS = Path(os.environ["SCREENSHOTS"])


def ran(page: Page, command: str, **arguments: str) -> None:
    """Run a command of JupyterLab, once it is there."""
    page.wait_for_function("name => window.jupyterapp?.commands.hasCommand(name)", arg=command, timeout=PATIENCE)
    page.evaluate("([name, args]) => window.jupyterapp.commands.execute(name, args)", [command, arguments])


def marks(page: Page, editor: str) -> list[str]:
    """Give the texts that are underlined in an editor, once there are any."""
    page.wait_for_selector(f"{editor} .cm-lintRange", timeout=PATIENCE)
    time.sleep(1)
    found = page.eval_on_selector_all(f"{editor} .cm-lintRange", "all => all.map(each => each.textContent)")
    return sorted(set(found))


def hover(page: Page, text: str) -> str:
    """Give what is shown over a text while Control is held down."""
    place = page.get_by_text(text, exact=True).first.bounding_box()
    assert place is not None
    page.keyboard.down("Control")
    end, tooltip, step = time.monotonic() + PATIENCE / 1000, None, 0
    while tooltip is None and time.monotonic() < end:
        step += 1
        page.mouse.move(place["x"] + 4 + 3 * (step % 4), place["y"] + place["height"] / 2)
        page.wait_for_timeout(500)
        tooltip = page.query_selector(".lsp-hover")
    assert tooltip is not None
    shown = tooltip.inner_text()
    page.screenshot(path=SCREENSHOTS / "jupyterlab-hover.png")
    page.keyboard.up("Control")
    page.mouse.move(5, 400)
    return shown


def panel(page: Page) -> str:
    """Give what the panel with all diagnostics shows; opened too early it stays empty until it is asked for again."""
    end = time.monotonic() + PATIENCE / 1000
    while True:
        ran(page, "lsp:show-diagnostics-panel")
        try:
            page.wait_for_selector(".lsp-diagnostics-listing tbody tr", timeout=10_000)
            return page.inner_text(".lsp-diagnostics-listing")
        except TimeoutError:
            if time.monotonic() > end:
                raise
            page.locator(".cm-content").first.click()


def opened(page: Page, path: str, content: str) -> None:
    """Open a file of the workspace."""
    ran(page, "docmanager:open", path=path)
    page.wait_for_selector(content, timeout=PATIENCE)


def session(page: Page, address: str, result: dict[str, Any]) -> None:
    """Look at the script and at the notebook."""
    page.goto(f"{address}/lab", timeout=PATIENCE)

    opened(page, "train.py", ".jp-FileEditor .cm-line")
    result["script"] = {"marks": marks(page, ".jp-FileEditor"), "hover": hover(page, "SGD"), "panel": panel(page)}
    page.screenshot(path=SCREENSHOTS / "jupyterlab-script.png")
    ran(page, "application:close-all")

    opened(page, "train.ipynb", ".jp-Notebook .cm-line")
    marks(page, ".jp-Notebook")
    cells = [f".jp-Notebook .jp-Cell:nth-child({number}" + ")" for number in (1, 2, 3)]
    result["notebook"] = {
        "cells": [
            page.eval_on_selector_all(f"{cell} .cm-lintRange", "all => all.map(each => each.textContent)")
            for cell in cells
        ],
        "hover": hover(page, "SGD"),
        "panel": panel(page),
    }
    page.screenshot(path=SCREENSHOTS / "jupyterlab.png")


def main() -> None:
    """Start JupyterLab and Chromium, have the session, and end both."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    address = f"http://127.0.0.1:{port}"
    options = ("--IdentityProvider.token=", "--LabApp.expose_app_in_browser=True")
    command = [sys.executable, "-m", "jupyterlab", "--no-browser", "--allow-root", f"--port={port}", *options]
    result: dict[str, Any] = {}
    with open(SCREENSHOTS / "jupyterlab.log", "w") as log:
        server = subprocess.Popen(command, stdout=log, stderr=log, start_new_session=True)
        try:
            end = time.monotonic() + PATIENCE / 1000
            while True:
                try:
                    urllib.request.urlopen(f"{address}/api", timeout=5)
                    break
                except OSError:
                    assert time.monotonic() < end, "JupyterLab does not answer"
                    time.sleep(0.5)
            with sync_playwright() as driver:
                browser = driver.chromium.launch(
                    executable_path=os.environ["CHROMIUM"], args=["--no-sandbox", "--disable-gpu"]
                )
                page = browser.new_page(viewport={"width": 1280, "height": 800})
                try:
                    session(page, address, result)
                except Exception:
                    page.screenshot(path=SCREENSHOTS / "jupyterlab-failed.png")
                    raise
                finally:
                    browser.close()
        except Exception:
            result["failed"] = traceback.format_exc()
        finally:
            os.killpg(server.pid, signal.SIGTERM)
            server.wait(30)
    Path("result.json").write_text(json.dumps(result), encoding="utf-8")


if __name__ == "__main__":
    main()
