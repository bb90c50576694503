"""Progress that the client shows, with a way to end the work, where it can."""

from __future__ import annotations

import asyncio
import uuid
from collections.abc import Callable
from dataclasses import dataclass

from lsprotocol import types
from pygls.capabilities import get_capability
from pygls.exceptions import JsonRpcException
from pygls.lsp.server import LanguageServer


@dataclass
class Progress:
    """Work that goes on; without a token, nothing is shown."""

    server: LanguageServer
    token: types.ProgressToken | None
    loop: asyncio.AbstractEventLoop

    @classmethod
    async def begin(
        cls,
        server: LanguageServer,
        title: str,
        message: str,
        cancel: Callable[[], None] | None = None,
        token: types.ProgressToken | None = None,
    ) -> Progress:
        """Begin to show progress, under the client's `token` or one of our own; `cancel` is called at its wish."""
        progress = server.work_done_progress
        if token is None and get_capability(server.client_capabilities, "window.work_done_progress", False):
            token = f"farandole-{uuid.uuid4()}"
            try:
                await progress.create_async(token)
            except JsonRpcException:
                token = None
        if token is not None:
            progress.begin(token, types.WorkDoneProgressBegin(title, cancellable=cancel is not None, message=message))
            if cancel is not None:
                progress.tokens[token].add_done_callback(lambda done: cancel() if done.cancelled() else None)
        return cls(server, token, asyncio.get_running_loop())

    def report(self, message: str) -> None:
        """Say how far the work is."""
        if self.token is not None:
            self.server.work_done_progress.report(self.token, types.WorkDoneProgressReport(message=message))

    def report_from_thread(self, message: str) -> None:
        """Say how far the work is, from any thread."""
        self.loop.call_soon_threadsafe(self.report, message)

    def end(self, message: str | None = None) -> None:
        """Say that the work is done."""
        if self.token is not None:
            self.server.work_done_progress.end(self.token, types.WorkDoneProgressEnd(message=message))
            self.server.work_done_progress.tokens.pop(self.token, None)
            self.token = None
