"""A client that dies, messages that are none, work that is ended in the middle: no orphan, no traceback, a log line."""

from __future__ import annotations

import asyncio
import json
import signal
import sys
from pathlib import Path
from typing import Any

import pytest
from lsprotocol import types
from pygls.exceptions import JsonRpcException

from tests.server.conftest import KERAS, Project
from tests.server.editor import PATIENCE, SERVER, Editor, editor, eventually

pytestmark = pytest.mark.asyncio(loop_scope="module")

LONG = (
    "import tensorflow as tf\n"
    + KERAS
    + "".join(
        f"def f{i}(x):\n    for _ in x:\n        x = f{(i + 1) % 300}(x) + f{(i * 7) % 300}([x])\n    return x\n"
        for i in range(300)
    )
)
"""A program that takes long to understand."""


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
        assert self.process.stdout is not None
        while True:
            length = 0
            while (line := await asyncio.wait_for(self.process.stdout.readline(), PATIENCE)).strip():
                if line.lower().startswith(b"content-length"):
                    length = int(line.split(b":")[1])
            assert length, "the server is gone"
            message = json.loads(await self.process.stdout.readexactly(length))
            if message.get("id") == number and "method" not in message:
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


async def test_a_session_ends_as_the_protocol_asks() -> None:
    wire = await Wire.open()
    await wire.initialize()
    wire.send(request(1, "shutdown"))
    assert (await wire.answer(1))["result"] is None
    wire.send(
        request(
            2, "textDocument/hover", {"textDocument": {"uri": "file:///a.py"}, "position": {"line": 0, "character": 0}}
        )
    )
    assert (await wire.answer(2))["error"]["code"] == -32600
    wire.send({"jsonrpc": "2.0", "method": "exit"})
    status, err = await wire.ended()
    assert status == 0
    assert "Traceback" not in err


async def test_exit_without_shutdown_is_an_error() -> None:
    wire = await Wire.open()
    await wire.initialize()
    wire.send({"jsonrpc": "2.0", "method": "exit"})
    assert (await wire.ended())[0] == 1


async def test_a_request_before_initialize_is_refused() -> None:
    wire = await Wire.open()
    wire.send(
        request(
            7, "textDocument/hover", {"textDocument": {"uri": "file:///a.py"}, "position": {"line": 0, "character": 0}}
        )
    )
    assert (await wire.answer(7))["error"]["code"] == -32002
    await wire.initialize()
    await wire.ended()


async def test_messages_that_are_none_do_no_harm(tmp_path: Path) -> None:
    path = tmp_path / "train.py"
    path.write_text(KERAS, encoding="utf-8")
    wire = await Wire.open()
    await wire.initialize()
    wire.raw(b"{nonsense")
    wire.raw(b"[1, 2, 3]")
    wire.raw(b'"text"')
    wire.raw(b"\xff\xfe")
    wire.send({"jsonrpc": "2.0", "method": "no/such/notification", "params": {}})
    wire.send({"jsonrpc": "2.0", "method": "textDocument/didOpen", "params": {"wrong": 1}})
    change = {"textDocument": {"uri": path.as_uri(), "version": 2}, "contentChanges": [{"text": "x"}]}
    wire.send({"jsonrpc": "2.0", "method": "textDocument/didChange", "params": change})
    wire.send(
        {"jsonrpc": "2.0", "method": "textDocument/didClose", "params": {"textDocument": {"uri": "file:///never"}}}
    )
    wire.send({"jsonrpc": "2.0", "method": "$/cancelRequest", "params": {"id": 99}})
    wire.send(request(1, "no/such/request", {}))
    assert (await wire.answer(1))["error"]["code"] == -32601
    wire.send(request(2, "textDocument/hover", {"textDocument": 5}))
    assert (await wire.answer(2))["error"]["code"] in (-32602, -32603)
    where = {"textDocument": {"uri": path.as_uri()}, "position": {"line": 0, "character": 0}}
    wire.send(request(3, "textDocument/hover", where))
    assert (await wire.answer(3))["result"] is None
    wire.send(request("text", "shutdown"))
    await wire.answer("text")
    wire.send({"jsonrpc": "2.0", "method": "exit"})
    status, err = await wire.ended()
    assert status == 0
    assert "Traceback" not in err
    assert err.count("\n") >= 4, "what was wrong is in the log"


async def test_a_client_that_closes_its_end_leaves_no_server() -> None:
    wire = await Wire.open()
    await wire.initialize()
    assert wire.process.stdin is not None
    wire.process.stdin.close()
    status, err = await wire.ended()
    assert status == 1
    assert "Traceback" not in err


async def test_a_client_that_dies_in_the_middle_of_a_message_leaves_no_server() -> None:
    wire = await Wire.open()
    await wire.initialize()
    assert wire.process.stdin is not None
    wire.process.stdin.write(b'Content-Length: 500\r\n\r\n{"jsonrpc"')
    wire.process.stdin.close()
    status, err = await wire.ended()
    assert status == 1
    assert "Traceback" not in err


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
async def test_a_server_whose_client_was_killed_ends_although_the_pipe_is_open() -> None:
    child = await asyncio.create_subprocess_exec(sys.executable, "-c", "import time; time.sleep(600)")
    wire = await Wire.open()
    await wire.initialize(processId=child.pid)
    child.send_signal(signal.SIGKILL)
    await child.wait()
    assert await asyncio.wait_for(wire.process.wait(), PATIENCE) == 1
    await wire.ended()


async def test_shutdown_in_the_middle_of_work(tmp_path: Path) -> None:
    wire = await Wire.open()
    await wire.initialize()
    item = {"uri": (tmp_path / "train.py").as_uri(), "languageId": "python", "version": 1, "text": LONG}
    wire.send({"jsonrpc": "2.0", "method": "textDocument/didOpen", "params": {"textDocument": item}})
    wire.send(request(1, "textDocument/codeLens", {"textDocument": {"uri": item["uri"]}}))
    wire.send(request(2, "shutdown"))
    await wire.answer(2)
    wire.send({"jsonrpc": "2.0", "method": "exit"})
    status, err = await wire.ended()
    assert status == 0
    assert "Traceback" not in err


async def test_requests_on_closed_and_unknown_files_are_answered(modern: Editor, project: Project) -> None:
    uri = modern.open(project.write("train.py"))
    modern.text_document_did_close(types.DidCloseTextDocumentParams(types.TextDocumentIdentifier(uri)))
    for each in (uri, "file:///no/such.py", "git:/some/old.py?x", "untitled:Untitled-1", "", "http://[broken"):
        document = types.TextDocumentIdentifier(each)
        start = types.Position(0, 0)
        assert await modern.text_document_hover_async(types.HoverParams(document, start)) is None
        assert not await modern.text_document_code_lens_async(types.CodeLensParams(document))
        assert await modern.actions(each, types.Range(start, start)) == []
        assert await modern.pulled(each) == []


async def test_an_unsaved_document_is_understood(modern: Editor) -> None:
    uri = "untitled:Untitled-7"
    modern.texts[uri], modern.versions[uri] = KERAS, 1
    modern.text_document_did_open(types.DidOpenTextDocumentParams(types.TextDocumentItem(uri, "python", 1, KERAS)))
    assert "HVD101" in [each.code for each in await modern.pulled(uri)]
    action = (await modern.actions(uri, modern.at(uri, "model.fit"), ["refactor"]))[0]
    resolved = await modern.code_action_resolve_async(action)
    assert resolved.edit is not None
    assert "hvd.init()" in modern.apply(resolved.edit)[uri]


async def test_foreign_data_are_refused(modern: Editor) -> None:
    for data in (
        None,
        5,
        {},
        {"kind": "x"},
        {
            "kind": "quickfix",
            "title": "",
            "training": 9,
            "code": "",
            "finding": None,
            "entry": "/no/such.py",
            "state": "",
        },
    ):
        with pytest.raises(JsonRpcException):
            await modern.code_action_resolve_async(types.CodeAction("x", data=data))


async def test_a_cancelled_request_is_answered_and_typing_goes_on(modern: Editor, project: Project) -> None:
    uri = modern.open(project.write("train.py", LONG))
    params = types.CodeLensParams(types.TextDocumentIdentifier(uri))
    future = modern.protocol.send_request("textDocument/codeLens", params, msg_id="lens")
    modern.cancel_request(types.CancelParams("lens"))
    with pytest.raises(JsonRpcException) as refused:
        await asyncio.wrap_future(future)
    assert refused.value.code == -32800
    assert await modern.pulled(uri)


async def test_a_thousand_files_that_change_at_once_are_looked_at_once(modern: Editor, project: Project) -> None:
    paths = [project.write(f"many/m{number}.py", "x = 1\n") for number in range(1000)]
    uri = modern.open(project.write("train.py"))
    await modern.tell(*paths)
    assert modern.diagnostic_refresh_count
    assert "HVD101" in [each.code for each in await modern.pulled(uri)]


async def test_files_that_go_are_followed(modern: Editor, project: Project) -> None:
    text = KERAS.replace("optimizer = tf.keras.optimizers.SGD(0.1)", "from optim import optimizer")
    script, module = (
        project.write("train.py", text),
        project.write("optim.py", "import tensorflow as tf\noptimizer = tf.keras.optimizers.SGD(0.5)\n"),
    )
    await modern.tell(script, module)
    uri = modern.open(script)
    assert "HVD205" not in [each.code for each in await modern.pulled(uri)]
    module.unlink()
    modern.workspace_did_change_watched_files(
        types.DidChangeWatchedFilesParams([types.FileEvent(module.as_uri(), types.FileChangeType.Deleted)])
    )
    before = [each.code for each in await modern.pulled(uri)]
    module.write_text("import tensorflow as tf\noptimizer = tf.keras.optimizers.SGD(0.5)\n", encoding="utf-8")
    await modern.tell(module)
    assert [each.code for each in await modern.pulled(uri)] != before


async def test_indexing_shows_progress_and_can_be_ended(tmp_path: Path) -> None:
    for number in range(300):
        (tmp_path / f"m{number}.py").write_text("import tensorflow as tf\n" + "x = 1\n" * 200, encoding="utf-8")
    path = tmp_path.resolve() / "train.py"
    path.write_text(KERAS, encoding="utf-8")
    async with editor(path.parent) as client:
        (token,) = await eventually(lambda: [*client.progress_reports])
        await eventually(lambda: client.progress_reports[token])
        begin = client.progress_reports[token][0]
        assert isinstance(begin, types.WorkDoneProgressBegin) and begin.cancellable
        client.window_work_done_progress_cancel(types.WorkDoneProgressCancelParams(token))
        await eventually(lambda: isinstance(client.progress_reports[token][-1], types.WorkDoneProgressEnd))
        assert "HVD101" in [each.code for each in await client.pulled(client.open(path))]


async def test_a_tcp_server_serves_and_ends() -> None:
    import socket  # noqa: PLC0415

    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    process = await asyncio.create_subprocess_exec(*SERVER, "--tcp", str(port))
    client = Editor()

    async def connect() -> None:
        for _ in range(600):
            try:
                return await client.start_tcp("127.0.0.1", port)
            except OSError:
                await asyncio.sleep(0.1)

    await connect()
    await client.initialize_session(types.InitializeParams(capabilities=types.ClientCapabilities()))
    await client.shutdown_async(None)
    client.exit(None)
    assert await asyncio.wait_for(process.wait(), PATIENCE) == 0
    await client.stop()
