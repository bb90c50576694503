"""Verify: a run of a script and its conversion, side by side, and what was found, until the text changes."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import re
import signal
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from farandole.source import UnreadableFile, read
from lsprotocol import types

from farandole_server.actions import Refused
from farandole_server.analysis import Analysis, Point, Snapshot, Verified
from farandole_server.arguments import analysis_of, uri_of
from farandole_server.asking import chosen
from farandole_server.isolated import FARANDOLE
from farandole_server.progress import Progress
from farandole_server.server import Server
from farandole_server.texts import File
from farandole_server.worker import Token

QUICK, FULL = "Quick Proof", "Full Verification"

_PLACES = (re.compile(r"([\w./-]+\.py):(\d+)"), re.compile(r"([\w./-]+\.py)\"?, line (\d+)"))
_SIGNS = {"passed": "✓ holds", "failed": "✗ **failed**", "not applicable": "not applicable"}


async def verify(ls: Server, *arguments: Any) -> Any:
    """Run the script of a document and its conversion and compare them, after asking; gives the report.

    A module is verified with the script that imports it.
    """
    uri = uri_of(arguments)
    if not isinstance(ls.texts.text(uri), File):
        raise Refused("only scripts that are files can be verified")

    def work(snapshot: Snapshot, token: Token) -> Analysis:
        return _on_disk(analysis_of(ls, snapshot, uri, token), snapshot)

    analysis = await ls.ask(work, uri)
    entry = analysis.entry
    # This is the only thing that runs the project's code.
    question = f"Verify runs {entry.name} and its conversion on this machine, in copies of the project."
    answer = await chosen(ls, question, QUICK, FULL, "Don't run")
    if answer not in (QUICK, FULL):
        return None
    snapshot = ls.snapshot()
    settings = snapshot.settings_for(entry)
    command = [*FARANDOLE, "verify", str(entry), "-np", str(settings.processes), "--format", "json"]
    command += ["--quick"] if answer == QUICK else []
    python = settings.interpreter(snapshot.root(entry) or entry.parent)
    if python is not None:
        command += ["--python", str(python)]
    ran = await _run(ls, entry, command)
    if ran is None:
        return None
    status, out, last = ran
    try:
        report = json.loads(out)
    except ValueError:
        raise Refused(f"{entry.name} could not be verified: {last or f'exit status {status}'}") from None
    is_full = report["proof"] == "full"
    ls.take_verified(entry, Verified(analysis.state, is_full, tuple(_points(report, analysis))))
    await _show(ls, entry, report)
    return report


def _on_disk(analysis: Analysis, snapshot: Snapshot) -> Analysis:
    """Give an analysis back if its files are those on the disk, which are run; raises Refused."""
    for path in analysis.stamps:
        text = snapshot.texts.by_path.get(path)
        if text is not None and not _is_saved(text.path, text.text):
            raise Refused(f"{path.name} has changes that are not saved; what is verified is the file")
    return analysis


def _is_saved(path: Path, text: str) -> bool:
    try:
        return read(path).text == text.removeprefix("\ufeff")
    except UnreadableFile:
        return False


def _points(report: Mapping[str, Any], analysis: Analysis) -> Iterator[Point]:
    """Yield what failed, each at the line that its details name, else where the training stands."""
    for oracle in _failed(report):
        details = "; ".join(oracle["details"])
        path, line = _place(details, analysis)
        yield Point(path, line, f"Verify: {oracle['title']}: failed. {details}".rstrip())


def _failed(report: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    return [oracle for oracle in report["oracles"] if oracle["verdict"] == "failed"]


def _place(details: str, analysis: Analysis) -> tuple[Path, int]:
    for pattern in _PLACES:
        for name, line in pattern.findall(details):
            for path, document in analysis.documents.items():
                if path.name == Path(name).name and 1 <= int(line) <= document.text.count("\n") + 1:
                    return path, int(line)
    for each in analysis.progress:
        return each.document.path, each.document.position(each.span.start)[0]
    return analysis.entry, 1


async def _show(ls: Server, entry: Path, report: Mapping[str, Any]) -> None:
    """Say how a verification ended, and show the report as a document where the client can."""
    failed = len(_failed(report))
    kind = types.MessageType.Warning if failed else types.MessageType.Info
    how = "verified" if report["proof"] == "full" else "proved quickly"
    said = f"{failed} of {len(report['oracles'])} points failed" if failed else "nothing failed"
    ls.window_show_message(types.ShowMessageParams(kind, f"Farandole: {entry.name} is {how}: {said}."))
    if ls.can("window.show_document.support"):
        path = ls.preview_folder() / f"{entry.stem} verified.md"
        path.write_text(page(entry, report), encoding="utf-8", newline="")
        await ls.window_show_document_async(types.ShowDocumentParams(path.as_uri(), take_focus=False))


def page(entry: Path, report: Mapping[str, Any]) -> str:
    """Give a report as Markdown: a table of what must hold, and what was found where it does not."""
    rows = []
    for oracle in report["oracles"]:
        verdict = _SIGNS.get(oracle["verdict"], oracle["verdict"])
        first = "" if oracle["verdict"] == "failed" else " ".join(oracle["details"][:1]).replace("|", "\\|")
        rows.append(f"| {oracle['number']} | {oracle['title']} | {verdict} | {first} |")
    found = [
        line
        for oracle in _failed(report)
        for line in (f"## {oracle['number']}. {oracle['title']}", "", "```", *oracle["details"], "```", "")
    ]
    found += [f"- replaced: {line}" for line in report.get("replaced", ())]
    quick = "A quick proof, with synthetic data and few steps: it is no full verification. "
    versions = f"TensorFlow {report['tensorflow']}, Horovod {report['horovod']}, {report['processes']} processes"
    about = (quick if report["proof"] == "quick" else "") + versions
    head = [f"# {entry.name}, verified", "", about, "", "| | what must hold | | |", "| --- | --- | --- | --- |"]
    return "\n".join([*head, *rows, "", *found])


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
