"""The conversion of all training scripts below a folder, one after another."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from farandole.conversion.plan import Plan
from farandole.options import Options
from farandole.project.discover import discover
from farandole.settings import SettingsError, WrongOption
from farandole.source import NOTEBOOK
from lsprotocol import types

from farandole_server.actions import DISTRIBUTE, REWRITE, Offer, Refused, checked_plan_of, workspace_edit
from farandole_server.analysis import Analysis, Analyst, Snapshot, Stamp
from farandole_server.doubts import doubts
from farandole_server.positions import Lines
from farandole_server.progress import Progress
from farandole_server.server import Server
from farandole_server.texts import Buffer, File
from farandole_server.wording import plain
from farandole_server.worker import Priority, Token


@dataclass(frozen=True)
class Distribution:
    """What becomes of the scripts below a folder.

    `plans` are of the scripts that change; none changes a file of another. `left` has the scripts that stay as they
    are, with the reason; `stamps` are those of all files read.
    """

    plans: Mapping[Path, Plan]
    left: Mapping[Path, str]
    stamps: Mapping[Path, Stamp]

    def holds(self, snapshot: Snapshot) -> bool:
        """Say whether the files that were read are as they were."""
        return all(snapshot.stamp(path) == stamp for path, stamp in self.stamps.items())

    def edit(self, snapshot: Snapshot, capabilities: types.ClientCapabilities) -> types.WorkspaceEdit:
        """Give the edits of all plans as one; raises Refused."""
        plans = enumerate(self.plans.values())
        edits = [_numbered(workspace_edit(plan, snapshot, capabilities), number) for number, plan in plans]
        if not any(edit.document_changes for edit in edits):
            texts = {uri: made for edit in edits for uri, made in (edit.changes or {}).items()}
            return types.WorkspaceEdit(changes=texts)
        changes = [change for edit in edits for change in edit.document_changes or ()]
        groups = {name: group for edit in edits for name, group in (edit.change_annotations or {}).items()}
        return types.WorkspaceEdit(document_changes=changes, change_annotations=groups or None)

    def doubts(self, capabilities: types.ClientCapabilities) -> str:
        """Give what is uncertain in any of the plans, unless the client asks about it; empty when nothing is."""
        found = (doubts(plan, capabilities) for plan in self.plans.values())
        return "; ".join(dict.fromkeys(each for each in found if each))


async def distribution_of(ls: Server, folder: Path) -> Distribution | None:
    """Convert the scripts below a folder, with progress; gives nothing when the user has cancelled it."""

    def cancel() -> None:
        task.cancel()

    progress = await Progress.begin(ls, f"Distribute {folder.name}", "looking for scripts", cancel=cancel)
    work = partial(_distributed, folder, progress.report_from_thread)
    task = asyncio.ensure_future(ls.ask(work, folder.as_uri(), Priority.INDEX))
    try:
        return await task
    except asyncio.CancelledError:
        return None
    finally:
        progress.end()


def page(folder: Path, found: Distribution) -> str:
    """Give what becomes of each script as Markdown."""
    said = dict.fromkeys(found.plans, "distributed")
    said |= {path: "**left as it is**: " + why.replace("|", "\\|") for path, why in found.left.items()}
    rows = [f"| {path.relative_to(folder).as_posix()} | {said[path]} |" for path in sorted(said)]
    return "\n".join([f"# {folder.name}, distributed", "", "| script | |", "| --- | --- |", *rows, ""])


def _numbered(edit: types.WorkspaceEdit, number: int) -> types.WorkspaceEdit:
    """Give an edit whose groups are called otherwise than those of other numbers: each tells of its own script."""

    def name(identifier: str) -> str:
        return f"{number}-{identifier}"

    def renamed(made: types.TextEdit | types.AnnotatedTextEdit | types.SnippetTextEdit) -> types.AnnotatedTextEdit:
        assert isinstance(made, types.AnnotatedTextEdit)
        return types.AnnotatedTextEdit(name(made.annotation_id), made.range, made.new_text)

    if not edit.change_annotations:
        return edit
    changes: list[types.TextDocumentEdit | types.CreateFile | types.RenameFile | types.DeleteFile] = []
    for change in edit.document_changes or ():
        assert isinstance(change, types.TextDocumentEdit)
        changes.append(types.TextDocumentEdit(change.text_document, [renamed(made) for made in change.edits]))
    groups = {name(identifier): group for identifier, group in edit.change_annotations.items()}
    return types.WorkspaceEdit(document_changes=changes, change_annotations=groups)


def _distributed(folder: Path, report: Callable[[str], None], snapshot: Snapshot, token: Token) -> Distribution:
    """Convert one script after another, each reading its modules as those before it leave them."""
    analyst = Analyst()
    after, plans, left, stamps = snapshot, dict[Path, Plan](), dict[Path, str](), dict[Path, Stamp]()
    scripts = discover([folder], _options(snapshot, folder), lambda path, why: left.update({path: why}), token.check)
    for number, script in enumerate(scripts, start=1):
        report(f"{number} of {len(scripts)}: {script.name}")
        if script.suffix == NOTEBOOK:
            left[script] = "a notebook is distributed where it is open"
            continue
        analysis = analyst.analysis(after, script, token.check)
        stamps |= {path: snapshot.stamp(path) for path in analysis.stamps}
        try:
            plan = _plan(analysis, plans, token)
        except Refused as refused:
            left[script] = str(refused)
            continue
        if plan is not None:
            plans[script] = plan
            after = _with_texts(after, plan)
    return Distribution(plans, left, stamps)


def _plan(analysis: Analysis, before: Mapping[Path, Plan], token: Token) -> Plan | None:
    """Plan the conversion of a script, None where nothing is to be done; raises Refused."""
    if analysis.script is None:
        raise Refused(plain(f"not understood: {analysis.problem}"))
    if analysis.parses and all(each.done == each.steps for each in analysis.progress):
        return None
    plan = checked_plan_of(Offer(REWRITE, DISTRIBUTE), analysis, token.check)
    for other, made in before.items():
        if shared := sorted(path.name for path in plan.texts.keys() & made.texts.keys()):
            raise Refused(f"{shared[0]} changes with {other.name} already; distribute this script afterwards")
    return plan


def _options(snapshot: Snapshot, folder: Path) -> Options:
    try:
        return snapshot.options_for(folder / "any.py")
    except (SettingsError, WrongOption) as error:
        raise Refused(plain(str(error))) from error


def _with_texts(snapshot: Snapshot, plan: Plan) -> Snapshot:
    """Give the files as a plan leaves them."""
    texts = snapshot.texts
    for path, text in plan.texts.items():
        texts = texts.with_text(File(path, Buffer(path.as_uri(), None, Lines(text, snapshot.encoding))))
    return replace(snapshot, texts=texts)
