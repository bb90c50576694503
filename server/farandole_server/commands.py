"""`workspace/executeCommand`: what code lenses and menus call."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import signal
import sys
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path
from typing import Any

import farandole
from farandole.cli.diff import unified
from farandole.source import UnreadableFile, read
from lsprotocol import types
from pygls.exceptions import JsonRpcContentModified, JsonRpcException, JsonRpcInvalidParams

from farandole_server import actions
from farandole_server.actions import DISTRIBUTE, REWRITE, Offer, Refused
from farandole_server.analysis import Analysis, Snapshot
from farandole_server.applying import edit_for
from farandole_server.diagnostics import analyses_of
from farandole_server.doubts import doubts
from farandole_server.progress import Progress
from farandole_server.protocol import internal_error
from farandole_server.server import Server
from farandole_server.texts import File
from farandole_server.worker import Token

Command = Callable[..., Awaitable[Any]]

# The command line with the server's own packages: the script's folder and PYTHONPATH can't put others before them.
_START = "import sys; sys.path.insert(0, sys.argv.pop(1)); from farandole.cli import main; sys.exit(main())"
_FARANDOLE = (sys.executable, "-I", "-c", _START, str(Path(farandole.__file__).parents[1]))


def register(server: Server) -> None:
    """Give the server its commands."""
    for name, command in _COMMANDS.items():
        server.command(name)(_guarded(name, command))


def _guarded(name: str, command: Command) -> Command:
    """Give a command that tells the user why it can't be done, and whose failures are one line."""

    async def guarded(ls: Server, *arguments: Any) -> Any:
        try:
            return await command(ls, *arguments)
        except Refused as refused:
            ls.window_show_message(types.ShowMessageParams(types.MessageType.Warning, f"Farandole: {refused}"))
            return None
        except (JsonRpcException, asyncio.CancelledError):
            raise
        except Exception as error:
            raise internal_error(name, error) from None

    return guarded


async def apply(ls: Server, *arguments: Any) -> bool:
    """Apply a code action, by its data, for clients that know only commands."""
    return await _apply(ls, DISTRIBUTE, await edit_for(ls, arguments[0] if arguments else None))


async def distribute(ls: Server, *arguments: Any) -> bool:
    """Convert the script of an open document, or one of its trainings, whose index is the second argument."""
    before = ls.texts

    def work(snapshot: Snapshot, token: Token) -> tuple[types.WorkspaceEdit, str]:
        analysis = _analysis(ls, snapshot, _uri(arguments), token)
        plan = actions.checked_plan_of(_offer(arguments, analysis), analysis, token.check)
        edit = actions.workspace_edit(plan, snapshot, ls.client_capabilities)
        return edit, doubts(plan, ls.client_capabilities)

    edit, doubt = await ls.ask(work, None)
    if doubt and not await _agreed(ls, f"Please confirm: {doubt}.", "Distribute", "Don't distribute"):
        return False
    if ls.texts is not before:
        raise JsonRpcContentModified("the text has changed meanwhile")
    return await _apply(ls, DISTRIBUTE, edit)


async def preview(ls: Server, *arguments: Any) -> str:
    """Give the diff of a conversion, and show it where the client shows documents."""

    def work(snapshot: Snapshot, token: Token) -> str:
        analysis = _analysis(ls, snapshot, _uri(arguments), token)
        plan = actions.checked_plan_of(_offer(arguments, analysis), analysis, token.check)
        documents = (document for document in plan.script.documents if document.path in plan.texts)
        return "".join(line for each in documents for line in unified(each.path, each.text, plan.texts[each.path]))

    diff = await ls.ask(work, _uri(arguments))
    if ls.can("window.show_document.support"):
        path = ls.preview_folder() / f"{Path(_uri(arguments)).stem}.diff"
        path.write_text(diff, encoding="utf-8", newline="")
        await ls.window_show_document_async(types.ShowDocumentParams(path.as_uri(), take_focus=True))
    return diff


async def verify(ls: Server, *arguments: Any) -> Any:
    """Run the script and its conversion and compare them, after asking; gives the report."""
    uri = _uri(arguments)
    text = ls.texts.text(uri)
    if not isinstance(text, File):
        raise Refused("only scripts that are files can be verified")
    if not await ls.ask(partial(_is_saved, text), uri):
        raise Refused(f"{text.path.name} has changes that are not saved; what is verified is the file")
    # This is the only thing that runs the project's code.
    question = f"Verify runs {text.path.name} and its conversion on this machine, in copies of the project. Run it?"
    if not await _agreed(ls, question, "Run", "Don't run"):
        return None
    snapshot = ls.snapshot()
    settings = snapshot.settings_for(text.path)
    command = [*_FARANDOLE, "verify", str(text.path), "-np", str(settings.processes), "--format", "json"]
    python = settings.interpreter(snapshot.root(text.path) or text.path.parent)
    if python is not None:
        command += ["--python", str(python)]
    ran = await _run(ls, text.path, command)
    if ran is None:
        return None
    status, out, last = ran
    try:
        report = json.loads(out)
    except ValueError:
        raise Refused(f"{text.path.name} could not be verified: {last or f'exit status {status}'}") from None
    failed = [oracle["title"] for oracle in report["oracles"] if oracle["verdict"] == "failed"]
    kind = types.MessageType.Info if report["holds"] else types.MessageType.Warning
    message = f"{text.path.name}: every oracle holds" if report["holds"] else f"{text.path.name}: {'; '.join(failed)}"
    ls.window_show_message(types.ShowMessageParams(kind, f"Farandole: {message}"))
    return report


async def _agreed(ls: Server, question: str, yes: str, no: str) -> bool:
    """Ask the user."""
    choices = [types.MessageActionItem(yes), types.MessageActionItem(no)]
    answer = await ls.window_show_message_request_async(
        types.ShowMessageRequestParams(types.MessageType.Info, question, choices)
    )
    return answer is not None and answer.title == yes


async def _run(ls: Server, path: Path, command: list[str]) -> tuple[int, str, str] | None:
    """Run the verification, with progress; give its exit status, its output and the last line of its progress.

    Gives nothing when the user has cancelled it; no process of it is left then.
    """
    cancelled = False

    def cancel() -> None:
        nonlocal cancelled
        cancelled = True
        end(process.pid)

    process = await asyncio.create_subprocess_exec(
        *command,
        cwd=path.parent,
        stdin=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
        start_new_session=True,
    )
    assert process.stdout is not None and process.stderr is not None
    ls.processes.add(process.pid)
    progress = await Progress.begin(ls, f"Verify {path.name}", "starting", cancel=cancel)
    last = ""
    output = asyncio.ensure_future(process.stdout.read())
    try:
        while line := await process.stderr.readline():
            last = line.decode(errors="replace").strip().removeprefix("farandole: ")
            progress.report(last)
        status = await process.wait()
        return None if cancelled else (status, (await output).decode(errors="replace"), last)
    finally:
        output.cancel()
        if process.returncode is None:
            end(process.pid)
        ls.processes.discard(process.pid)
        progress.end()


def end(process: int) -> None:
    """Ask a verification to end; it ends its own runs first."""
    with contextlib.suppress(ProcessLookupError):
        os.kill(process, signal.SIGTERM)


async def _apply(ls: Server, label: str, edit: types.WorkspaceEdit) -> bool:
    answer = await ls.workspace_apply_edit_async(types.ApplyWorkspaceEditParams(edit, label))
    if not answer.applied:
        raise Refused(f"the editor did not apply the edits: {answer.failure_reason or 'no reason given'}")
    return True


def _uri(arguments: tuple[Any, ...]) -> str:
    if not arguments or not isinstance(arguments[0], str):
        raise JsonRpcInvalidParams("the first argument must be the address of a document")
    return arguments[0]


def _analysis(ls: Server, snapshot: Snapshot, uri: str, token: Token) -> Analysis:
    text = snapshot.texts.text(uri)
    if text is None:
        raise JsonRpcInvalidParams(f"not open: {uri}")
    for analysis in analyses_of(ls.analyst, snapshot, text, token):
        if analysis.problem or (analysis.script is not None and analysis.script.trainings):
            return analysis
    raise Refused(f"{text.path.name} trains no model")


def _offer(arguments: tuple[Any, ...], analysis: Analysis) -> Offer:
    training = arguments[1] if len(arguments) > 1 else None
    known = len(analysis.script.trainings) if analysis.script is not None else 0
    if training is not None and not (isinstance(training, int) and 0 <= training < known):
        raise JsonRpcInvalidParams("the second argument must be the index of a training")
    return Offer(REWRITE, DISTRIBUTE, training)


def _is_saved(text: File, snapshot: Snapshot, token: Token) -> bool:
    try:
        return read(text.path).text == text.text.removeprefix("\ufeff")
    except UnreadableFile:
        return False


_COMMANDS: dict[str, Command] = {
    "farandole.apply": apply,
    "farandole.distribute": distribute,
    "farandole.preview": preview,
    "farandole.verify": verify,
}
