"""A connection to a server process on which anything can be sent, right or wrong."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from typing import Any

from tests.server.editor import PATIENCE, SERVER


class Wire:
    """A connection on which anything can be sent."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self.process = process

    @classmethod
    async def open(cls, *command: str, **options: Any) -> Wire:
        """Start a server."""
        pipe = asyncio.subprocess.PIPE
        return cls(
            await asyncio.create_subprocess_exec(*(command or SERVER), stdin=pipe, stdout=pipe, stderr=pipe, **options)
        )

    def send(self, message: object) -> None:
        """Send a message."""
        self.raw(json.dumps(message).encode())

    def raw(self, body: bytes) -> None:
        """Send bytes as a message."""
        assert self.process.stdin is not None
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)

    async def answer(self, number: object) -> dict[str, Any]:
        """Give the answer to a request; other messages are skipped."""
        return await self._next(lambda message: message.get("id") == number and "method" not in message)

    async def asked(self, method: str) -> dict[str, Any]:
        """Give the server's next request of a method; other messages are skipped."""
        return await self._next(lambda message: message.get("method") == method)

    async def _next(self, is_wanted: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        assert self.process.stdout is not None
        while True:
            length = 0
            while (line := await asyncio.wait_for(self.process.stdout.readline(), PATIENCE)).strip():
                if line.lower().startswith(b"content-length"):
                    length = int(line.split(b":")[1])
            assert length, "the server is gone"
            message = json.loads(await self.process.stdout.readexactly(length))
            if is_wanted(message):
                return dict(message)

    async def initialize(self, **params: object) -> None:
        """Begin a session."""
        self.send(request(0, "initialize", {"processId": None, "rootUri": None, "capabilities": {}, **params}))
        await self.answer(0)
        self.send({"jsonrpc": "2.0", "method": "initialized", "params": {}})

    async def ended(self) -> tuple[int, str]:
        """Wait for the end of the process; give its status and what it said."""
        assert self.process.stdin is not None
        self.process.stdin.close()
        _, err = await asyncio.wait_for(self.process.communicate(), PATIENCE)
        assert self.process.returncode is not None
        return self.process.returncode, err.decode()


def request(number: object, method: str, params: object = None) -> dict[str, object]:
    return {"jsonrpc": "2.0", "id": number, "method": method, "params": params}
