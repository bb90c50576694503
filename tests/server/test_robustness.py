"""A client that dies, messages that are none, work that is ended in the middle: no orphan, no traceback, a log line."""

from __future__ import annotations

import asyncio
import json
import signal
import sys
import time
from pathlib import Path

import pytest
from lsprotocol import types
from pygls.exceptions import JsonRpcException

from tests.server.conftest import KERAS, Project, without_pull
from tests.server.editor import MODERN, PATIENCE, SERVER, Editor, editor, eventually
from tests.server.wire import Wire, request

pytestmark = pytest.mark.asyncio(loop_scope="module")

TRAINING = KERAS.partition("\n\n")[2]
LONG = "import tensorflow as tf\n" + "".join(
    TRAINING.replace("model", f"model{each}")
    .replace("optimizer ", f"optimizer{each} ")
    .replace("(optimizer,", f"(optimizer{each},")
    for each in range(500)
)
"""A program that takes long to understand: many trainings, of models and optimizers of their own."""
LONG_SECONDS = 60
"""Four times as long as what is asked meanwhile may take; the program takes longer than a quarter of that."""
SLOWEST = 5.0
"""Seconds after which somebody who types would say that it hangs, on a machine that does much else."""


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
    wire.send({"jsonrpc": "2.0", "method": "$/cancelRequest", "params": {"id": 987654}})
    wire.send(request(1, "no/such/request", {}))
    assert (await wire.answer(1))["error"]["code"] == -32601
    assert wire.process.stdin is not None
    wire.process.stdin.write(b"Content-Type: nothing\r\nX-Else: 1\r\n\r\n")
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
    assert "987654" not in err, "a cancel that crosses the answer is no news"


@pytest.mark.parametrize("method", ["textDocument/hover", "shutdown", "no/such/request"])
async def test_a_request_whose_id_is_none_is_answered_and_ends_nothing(method: str) -> None:
    wire = await Wire.open()
    await wire.initialize()
    numbers: list[object] = [{"a": 1}, [1], 1.5]
    for after, number in enumerate(numbers, 2):
        wire.send(request(number, method))
        assert (await wire.answer(None))["error"]["code"] == -32600
        wire.send(request(after, "farandole/text", {"uri": "file:///a.py"}))
        assert (await wire.answer(after))["result"] is None
    await wire.ended()


@pytest.mark.parametrize("difference", [-40, -1, 1, 7, 60])
async def test_a_wrong_length_costs_at_most_its_message(difference: int) -> None:
    wire = await Wire.open()
    await wire.initialize()
    assert wire.process.stdin is not None
    body = json.dumps(request(1, "farandole/text", {"uri": "file:///{}.py"})).encode()
    wire.process.stdin.write(b"Content-Length: %d\r\n\r\n" % (len(body) + difference) + body)
    for number in (2, 3):
        wire.send(request(number, "farandole/text", {"uri": "file:///a.py"}))
    if difference > 0:
        assert (await wire.answer(1))["result"] is None
    for number in (2, 3):
        assert (await wire.answer(number))["result"] is None
    _, err = await wire.ended()
    assert "than its header says" in err and "Traceback" not in err


@pytest.mark.parametrize(
    "message",
    [
        b"Content-Length: 99999999999999\r\n\r\n{}",
        b"Content-Length: " + b"9" * 5000 + b"\r\n\r\n{}",
        b"Content-Length: 100000\r\n\r\n" + b"[" * 100_000,
        b"Content-Length: 100000\r\n\r\n" + b"[" * 50_000 + b"]" * 50_000,
    ],
)
async def test_no_length_and_no_depth_of_a_message_ends_the_server(message: bytes) -> None:
    wire = await Wire.open()
    await wire.initialize()
    assert wire.process.stdin is not None
    wire.process.stdin.write(message)
    wire.send(request(2, "farandole/text", {"uri": "file:///a.py"}))
    assert (await wire.answer(2))["result"] is None
    _, err = await wire.ended()
    assert err and "Traceback" not in err


@pytest.mark.parametrize("end", ["save", "whole", "open"])
async def test_an_edit_that_is_none_is_told_and_its_text_had_anew(tmp_path: Path, end: str) -> None:
    path = tmp_path.resolve() / "train.py"
    path.write_text(KERAS, encoding="utf-8")
    uri = path.as_uri()
    opened = {"textDocument": {"uri": uri, "languageId": "python", "version": 1, "text": KERAS}}
    wire = await Wire.open()
    await wire.initialize()

    def tell(method: str, params: object) -> None:
        wire.send({"jsonrpc": "2.0", "method": method, "params": params})

    def change(version: int, **what: object) -> None:
        tell("textDocument/didChange", {"textDocument": {"uri": uri, "version": version}, "contentChanges": [what]})

    tell("textDocument/didOpen", opened)
    change(2, range={"start": {"line": -1, "character": 0}, "end": {"line": 0, "character": 0}}, text="x")
    assert "train.py was not understood" in (await wire.asked("window/showMessage"))["params"]["message"]
    change(3, range={"start": {"line": 0, "character": 0}, "end": {"line": 0, "character": 0}}, text="y")
    wire.send(request(1, "farandole/text", {"uri": uri}))
    assert (await wire.answer(1))["result"] is None, "a text that may be wrong is none"
    if end == "save":
        tell("textDocument/didSave", {"textDocument": {"uri": uri}})
    elif end == "whole":
        change(3, text=KERAS)
    else:
        tell("textDocument/didClose", {"textDocument": {"uri": uri}})
        tell("textDocument/didOpen", {"textDocument": {**opened["textDocument"], "version": 3}})
    wire.send(request(2, "farandole/text", {"uri": uri}))
    assert (await wire.answer(2))["result"] == {"version": 3, "text": KERAS}
    await wire.ended()


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
    """Questions of the server that nobody has answered are under way, too."""
    path = tmp_path.resolve() / "train.py"
    path.write_text(KERAS, encoding="utf-8")
    wire = await Wire.open()
    known = {"workspace": {"configuration": True}, "window": {"workDoneProgress": True}}
    await wire.initialize(capabilities=known, rootUri=path.parent.as_uri())
    for uri, text in ((path.with_name("long.py").as_uri(), LONG), (path.as_uri(), KERAS)):
        item = {"uri": uri, "languageId": "python", "version": 1, "text": text}
        wire.send({"jsonrpc": "2.0", "method": "textDocument/didOpen", "params": {"textDocument": item}})
    wire.send(request(1, "workspace/executeCommand", {"command": "farandole.verify", "arguments": [path.as_uri()]}))
    await wire.asked("window/showMessageRequest")
    wire.send(request(2, "textDocument/codeLens", {"textDocument": {"uri": path.with_name("long.py").as_uri()}}))
    wire.send(request(3, "shutdown"))
    assert await wire.answer(3) == {"jsonrpc": "2.0", "id": 3, "result": None}
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


async def test_a_cancelled_request_is_answered_and_its_work_ends(modern: Editor, project: Project) -> None:
    uri, other = modern.open(project.write("long.py", LONG)), modern.open(project.write("train.py"))
    params = types.CodeLensParams(types.TextDocumentIdentifier(uri))
    future = modern.protocol.send_request("textDocument/codeLens", params, msg_id="lens")
    waits = asyncio.ensure_future(modern.pulled(other))
    modern.cancel_request(types.CancelParams("lens"))
    with pytest.raises(JsonRpcException) as refused:
        await asyncio.wrap_future(future)
    assert refused.value.code == types.LSPErrorCodes.RequestCancelled
    assert await asyncio.wait_for(waits, LONG_SECONDS / 4)


async def test_a_newer_text_ends_the_work_on_an_older_one(modern: Editor, project: Project) -> None:
    uri = modern.open(project.write("train.py", LONG))
    document = types.TextDocumentIdentifier(uri)
    lenses = asyncio.ensure_future(modern.text_document_code_lens_async(types.CodeLensParams(document)))
    diagnostics = asyncio.ensure_future(modern.pulled(uri))
    await modern.text_of(uri)  # the requests before it have been read
    modern.set_text(uri, KERAS)
    assert await asyncio.wait_for(modern.pulled(uri), LONG_SECONDS / 4)
    with pytest.raises(JsonRpcException) as outdated:
        await lenses
    assert outdated.value.code == types.LSPErrorCodes.ContentModified
    with pytest.raises(JsonRpcException) as outdated:
        await diagnostics
    assert outdated.value.code == types.LSPErrorCodes.ServerCancelled
    assert outdated.value.data == {"retriggerRequest": True}


async def test_a_request_does_not_wait_for_what_is_shown_unasked(tmp_path: Path) -> None:
    path = tmp_path.resolve() / "train.py"
    path.write_text(KERAS, encoding="utf-8")
    async with editor(path.parent, without_pull(MODERN), {"delay": 0}) as client:
        await eventually(lambda: client.diagnostic_refresh_count)
        uri = client.open(path)
        await client.pushed(uri)
        client.open(path.with_name("long.py"), LONG)
        await asyncio.sleep(0.5)  # its diagnostics are being worked out now
        lens = types.CodeLensParams(types.TextDocumentIdentifier(uri))
        assert await asyncio.wait_for(client.text_document_code_lens_async(lens), LONG_SECONDS / 4)


@pytest.mark.slow
async def test_typing_in_fifty_thousand_lines_never_waits(modern: Editor, project: Project) -> None:
    functions = "".join(
        f"def f{number}(x, y):\n    total = x + {number}\n    for each in y:\n        total += each\n    return total\n"
        for number in range(10_000)
    )
    uri = modern.open(project.write("train.py", functions + KERAS))
    requests = [asyncio.ensure_future(modern.pulled(uri))]
    slowest = 0.0
    middle = modern.texts[uri].index("def f5000")
    for place, letter in enumerate("x = 'typed in the middle'\n", middle):
        modern.edit(uri, place, place, letter)
        requests.append(asyncio.ensure_future(modern.pulled(uri)))
        started = time.monotonic()
        assert await modern.text_of(uri) == (modern.versions[uri], modern.texts[uri])
        slowest = max(slowest, time.monotonic() - started)
    *outdated, last = await asyncio.gather(*requests, return_exceptions=True)
    assert all(isinstance(each, JsonRpcException) for each in outdated[-20:]), "nobody waits for older texts"
    assert isinstance(last, list) and "HVD103" in [each.code for each in last]
    assert slowest < SLOWEST


async def test_a_thousand_files_that_change_at_once_are_looked_at_once(modern: Editor, project: Project) -> None:
    paths = [project.write(f"many/m{number}.py", "x = 1\n") for number in range(1000)]
    uri = modern.open(project.write("train.py"))
    await modern.tell(*paths)
    assert modern.diagnostic_refresh_count
    assert "HVD101" in [each.code for each in await modern.pulled(uri)]


async def test_a_checkout_of_a_thousand_files_is_followed_at_once(modern: Editor, project: Project) -> None:
    modules = [project.write(f"many/m{number}.py", "x = 1\n") for number in range(999)]
    used = KERAS.replace("optimizer = tf.keras.optimizers.SGD(0.1)", "from many.m7 import optimizer")
    script = project.write("train.py", used)
    uri = modern.open(script)
    await modern.tell(script, *modules)
    assert "HVD103" not in [each.code for each in await modern.pulled(uri)]
    for module in modules:
        module.write_text("import tensorflow as tf\noptimizer = tf.keras.optimizers.SGD(0.5)\n", encoding="utf-8")
    events = [types.FileEvent(module.as_uri(), types.FileChangeType.Changed) for module in modules]
    began = len(modern.progress_reports)
    async with modern.searched():
        modern.workspace_did_change_watched_files(types.DidChangeWatchedFilesParams(events))
    assert len(modern.progress_reports) == began + 1, "one search for all"
    found = [each for each in await modern.pulled(modern.open(modules[7])) if each.code == "HVD103"]
    assert [modern.marked(modules[7].as_uri(), each.range) for each in found] == ["0.5"]


@pytest.mark.parametrize("watches", [True, False])
async def test_a_renamed_module_is_followed(modern: Editor, project: Project, watches: bool) -> None:
    script = project.write(
        "train.py", KERAS.replace("optimizer = tf.keras.optimizers.SGD(0.1)", "from new import optimizer")
    )
    old = project.write("old.py", "import tensorflow as tf\noptimizer = tf.keras.optimizers.SGD(0.5)\n")
    await modern.tell(script, old)
    uri = modern.open(script)
    before = [each.code for each in await modern.pulled(uri)]
    new = old.rename(old.with_name("new.py"))
    async with modern.searched():
        if watches:
            gone = types.FileEvent(old.as_uri(), types.FileChangeType.Deleted)
            came = types.FileEvent(new.as_uri(), types.FileChangeType.Created)
            modern.workspace_did_change_watched_files(types.DidChangeWatchedFilesParams([gone, came]))
        else:
            modern.workspace_did_rename_files(types.RenameFilesParams([types.FileRename(old.as_uri(), new.as_uri())]))
    after = [each.code for each in await modern.pulled(uri)]
    assert "HVD103" in before and "HVD221" not in after
    assert "HVD103" in [each.code for each in await modern.pulled(modern.open(new))]


async def test_what_the_editor_creates_and_deletes_is_followed(modern: Editor, project: Project) -> None:
    script = project.write(
        "train.py", KERAS.replace("optimizer = tf.keras.optimizers.SGD(0.1)", "from optim import optimizer")
    )
    uri = modern.open(script)
    assert "HVD103" in [each.code for each in await modern.pulled(uri)]
    module = project.write("optim.py", "import tensorflow as tf\noptimizer = tf.keras.optimizers.SGD(0.5)\n")
    async with modern.searched():
        modern.workspace_did_create_files(types.CreateFilesParams([types.FileCreate(module.as_uri())]))
    assert "HVD103" not in [each.code for each in await modern.pulled(uri)]
    module.unlink()
    async with modern.searched():
        modern.workspace_did_delete_files(types.DeleteFilesParams([types.FileDelete(module.as_uri())]))
    assert "HVD103" in [each.code for each in await modern.pulled(uri)]


async def test_the_code_of_a_project_is_never_imported_or_run(tmp_path: Path) -> None:
    folder = tmp_path.resolve()
    left = folder / "was-run"
    runs = f"open({str(left)!r}, 'w').close()\n"
    python = folder / ".venv" / "bin" / "python"
    python.parent.mkdir(parents=True)
    python.write_text(f'#!/bin/sh\ntouch {left}\nexec {sys.executable} "$@"\n', encoding="utf-8")
    python.chmod(0o755)
    (folder / ".venv" / "pyvenv.cfg").touch()
    for name in (
        "optim.py",
        "sitecustomize.py",
        "conftest.py",
        "setup.py",
        "jedi.py",
        "jobs/__init__.py",
    ):
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(runs + "optimizer = 'sgd'\n", encoding="utf-8")
    path = folder / "train.py"
    path.write_text(
        runs + "import jobs\n" + KERAS.replace("optimizer =", "from optim import optimizer\nopt ="), encoding="utf-8"
    )
    options = {"trusted": True}
    async with editor(folder, settings={"python": ".venv/bin/python", "inlayHints": True}, options=options) as client:
        await eventually(lambda: client.diagnostic_refresh_count)
        uri = client.open(path)
        document, place = types.TextDocumentIdentifier(uri), client.at(uri, "model.fit").start
        assert await client.pulled(uri)
        await client.text_document_hover_async(types.HoverParams(document, place))
        assert await client.text_document_code_lens_async(types.CodeLensParams(document))
        hints = types.InlayHintParams(document, types.Range(types.Position(0, 0), place))
        await client.text_document_inlay_hint_async(hints)
        action = (await client.actions(uri, types.Range(place, place), ["refactor"]))[0]
        await client.code_action_resolve_async(action)
        params = types.ExecuteCommandParams("farandole.preview", arguments=[uri])
        assert await client.workspace_execute_command_async(params)
        client.answer = "Don't run"
        params = types.ExecuteCommandParams("farandole.verify", arguments=[uri])
        assert await client.workspace_execute_command_async(params) is None
    assert not left.exists()


async def test_files_that_go_are_followed(modern: Editor, project: Project) -> None:
    text = KERAS.replace("optimizer = tf.keras.optimizers.SGD(0.1)", "from optim import optimizer")
    script, module = (
        project.write("train.py", text),
        project.write("optim.py", "import tensorflow as tf\noptimizer = tf.keras.optimizers.SGD(0.5)\n"),
    )
    await modern.tell(script, module)
    uri = modern.open(script)
    assert "HVD103" not in [each.code for each in await modern.pulled(uri)]
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
