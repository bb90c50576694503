"""The language servers that are measured, each as a process on standard input and output, as editors start them."""

from __future__ import annotations

import asyncio
import os
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from lsprotocol import types
from pygls.exceptions import JsonRpcException
from pygls.lsp.client import LanguageClient

PATIENCE = 180.0
CAPABILITIES = types.ClientCapabilities(
    text_document=types.TextDocumentClientCapabilities(
        publish_diagnostics=types.PublishDiagnosticsClientCapabilities(version_support=True),
        code_action=types.CodeActionClientCapabilities(
            code_action_literal_support=types.ClientCodeActionLiteralOptions(
                types.ClientCodeActionKindOptions(["quickfix", "refactor", "source"])
            ),
            data_support=True,
            resolve_support=types.ClientCodeActionResolveOptions(["edit"]),
            honors_change_annotations=True,
        ),
    ),
)


@dataclass(frozen=True)
class Contender:
    """A language server: what it is called, and the command that starts it."""

    name: str
    command: Sequence[str]


def farandole() -> Contender:
    """Give the server of this repository."""
    return Contender("farandole", [sys.executable, "-I", "-m", "farandole", "server"])


def pyright(script: Path) -> Contender:
    """Give pyright's server, by the path of `pyright-langserver`."""
    return Contender("pyright", [str(script), "--stdio"])


class Session:
    """One server with one open file, from the start of its process."""

    def __init__(self, contender: Contender) -> None:
        """Prepare a session; `start` begins it."""
        self.contender = contender
        self.client = LanguageClient("benchmark", "1")
        self.client.feature("textDocument/publishDiagnostics")(lambda params: self._published(params))  # noqa: PLW0108  no method may be marked
        for method in ("window/logMessage", "window/showMessage", "telemetry/event", "$/progress"):
            self.client.feature(method)(lambda params: None)
        for method in ("client/registerCapability", "client/unregisterCapability", "window/workDoneProgress/create"):
            self.client.feature(method)(lambda params: None)
        self.client.feature("workspace/configuration")(lambda params: [None for _ in params.items])
        self.text = ""
        self.uri = ""
        self.version = 0
        self.begun = 0.0
        self._seen = asyncio.Event()

    def _published(self, params: types.PublishDiagnosticsParams) -> None:
        if params.uri == self.uri and params.version in (None, self.version):
            self._seen.set()

    async def start(self, path: Path) -> float:
        """Start the process and open a file; give the seconds until its first diagnostics."""
        self.begun = time.monotonic()
        await self.client.start_io(*self.contender.command, cwd=str(path.parent))
        root = path.parent.as_uri()
        folders = [types.WorkspaceFolder(root, path.parent.name)]
        await self.client.initialize_async(
            types.InitializeParams(CAPABILITIES, process_id=os.getpid(), root_uri=root, workspace_folders=folders)
        )
        self.client.initialized(types.InitializedParams())
        self.text, self.uri, self.version = path.read_text(encoding="utf-8"), path.as_uri(), 1
        item = types.TextDocumentItem(self.uri, "python", self.version, self.text)
        self.client.text_document_did_open(types.DidOpenTextDocumentParams(item))
        await self.diagnosed()
        return time.monotonic() - self.begun

    async def diagnosed(self) -> None:
        """Wait for the diagnostics of the text as it is."""
        await asyncio.wait_for(self._seen.wait(), PATIENCE)

    def edit(self, line: int, removed: int, added: str) -> None:
        """Replace so many lines at a line by others, as one change."""
        lines = self.text.splitlines(keepends=True)
        self.text = "".join([*lines[:line], added, *lines[line + removed :]])
        self._seen.clear()
        self.version += 1
        place = types.Range(types.Position(line, 0), types.Position(line + removed, 0))
        known = types.VersionedTextDocumentIdentifier(uri=self.uri, version=self.version)
        change = types.TextDocumentContentChangePartial(range=place, text=added)
        self.client.text_document_did_change(types.DidChangeTextDocumentParams(known, [change]))

    async def actions(self, line: int) -> float:
        """Ask for code actions at a line, as an editor does while its user types; give the seconds until the answer."""
        begun = time.monotonic()
        place = types.Range(types.Position(line, 0), types.Position(line, 0))
        about = types.CodeActionContext([], trigger_kind=types.CodeActionTriggerKind.Automatic)
        params = types.CodeActionParams(types.TextDocumentIdentifier(self.uri), place, about)
        try:
            await asyncio.wait_for(self.client.text_document_code_action_async(params), PATIENCE)
        except JsonRpcException as error:
            raise AssertionError(f"{self.contender.name} gave no actions: {error}") from error
        return time.monotonic() - begun

    @property
    def memory(self) -> float:
        """The most memory that the server's processes have had, in MiB."""
        return self._resident("VmHWM")

    @property
    def memory_in_use(self) -> float:
        """The memory that the server's processes have now, in MiB."""
        return self._resident("VmRSS")

    def _resident(self, field: str) -> float:
        process = self.client._server
        return sum(_status(each, field) for each in _with_children(process.pid)) / 1024 if process is not None else 0.0

    @property
    def cpu(self) -> float:
        """The seconds of CPU time that the server's processes have used."""
        process = self.client._server
        return sum(_cpu(each) for each in _with_children(process.pid)) if process is not None else 0.0

    async def stop(self) -> None:
        """End the process."""
        await asyncio.wait_for(self.client.shutdown_async(None), PATIENCE)
        self.client.exit(None)
        await self.client.stop()


def _with_children(process: int) -> list[int]:
    found = [process]
    for each in found:
        for task in Path(f"/proc/{each}/task").glob("*/children"):
            found += map(int, task.read_text().split())
    return found


def _status(process: int, field: str) -> int:
    lines = Path(f"/proc/{process}/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith(field))


def _cpu(process: int) -> float:
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
