"""A terminal in which an editor runs, and somebody who types and reads."""

from __future__ import annotations

import re
import subprocess
import time
from collections.abc import Mapping
from pathlib import Path
from types import TracebackType

PATIENCE = 120.0


class Terminal:
    """A terminal of tmux, on a server of its own, which ends with the block."""

    def __init__(self, folder: Path, environment: Mapping[str, str], *command: str | Path) -> None:
        self._socket = str(folder / "tmux")
        self._environment = dict(environment)
        size = ("-x", "160", "-y", "50")
        program = [str(each) for each in command]
        self._tmux("-f", "/dev/null", "new-session", "-d", *size, "-c", str(folder), *program)

    def __enter__(self) -> Terminal:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, where: TracebackType | None
    ) -> None:
        subprocess.run(["tmux", "-S", self._socket, "kill-server"], capture_output=True, check=False)

    def _tmux(self, *arguments: str) -> str:
        command = ["tmux", "-S", self._socket, *arguments]
        ran = subprocess.run(command, env=self._environment, capture_output=True, text=True, timeout=60, check=True)
        return ran.stdout

    def press(self, *keys: str) -> None:
        """Press keys, by the names that tmux has for them."""
        self._tmux("send-keys", *keys)

    def type(self, text: str) -> None:
        """Type a text."""
        self._tmux("send-keys", "-l", text)

    def screen(self) -> str:
        """Give what is on the screen."""
        return self._tmux("capture-pane", "-p")

    def wait_for(self, pattern: str, gone: bool = False) -> str:
        """Wait until a pattern is on the screen, or until it is gone, and give the screen."""
        end = time.monotonic() + PATIENCE
        while True:
            screen = self.screen()
            if (re.search(pattern, screen) is None) == gone:
                return screen
            assert time.monotonic() < end, f"{'still there' if gone else 'not there'}: {pattern}\n{screen}"
            time.sleep(0.2)

    def wait_ended(self) -> None:
        """Wait until the program has ended, and tmux with it."""
        end = time.monotonic() + PATIENCE
        asked = ["tmux", "-S", self._socket, "has-session"]
        while subprocess.run(asked, capture_output=True, check=False).returncode == 0:
            assert time.monotonic() < end, f"still there:\n{self.screen()}"
            time.sleep(0.2)
