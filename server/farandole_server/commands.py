"""`workspace/executeCommand`: what code lenses and menus call."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

from farandole.cli.diff import unified
from farandole.conversion.plan import Plan
from farandole.removal import Removal
from lsprotocol import types
from pygls.capabilities import get_capability
from pygls.exceptions import JsonRpcContentModified, JsonRpcException, JsonRpcInvalidParams

from farandole_server import actions, folders, verification
from farandole_server.actions import DISTRIBUTE, Refused
from farandole_server.analysis import Snapshot
from farandole_server.applying import edit_for
from farandole_server.arguments import analysis_of, offer_of, uri_of, using_horovod
from farandole_server.asking import agreed, refuse
from farandole_server.doubts import doubts
from farandole_server.protocol import internal_error
from farandole_server.removing import TITLE, keep_originals, removal_of
from farandole_server.server import Server
from farandole_server.uris import path_of
from farandole_server.worker import Token

Command = Callable[..., Awaitable[Any]]


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
            ls.spawn(refuse(ls, refused))
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
        analysis = analysis_of(ls, snapshot, uri_of(arguments), token)
        plan = actions.checked_plan_of(offer_of(arguments, analysis), analysis, token.check)
        edit = actions.workspace_edit(plan, snapshot, ls.client_capabilities)
        keep_originals(plan)
        return edit, doubts(plan, ls.client_capabilities)

    edit, doubt = await ls.ask(work, None)
    if doubt and not await agreed(ls, f"Please confirm: {doubt}.", "Distribute", "Don't distribute"):
        return False
    if ls.texts is not before:
        raise JsonRpcContentModified("the text has changed meanwhile")
    return await _apply(ls, DISTRIBUTE, edit)


async def distribute_folder(ls: Server, *arguments: Any) -> bool:
    """Convert the scripts below a folder, and say which are left as they are."""
    folder = path_of(uri_of(arguments))
    if folder is None or not os.path.isdir(folder):
        raise JsonRpcInvalidParams("the first argument must be the address of a folder")
    found = await folders.distribution_of(ls, folder)
    if found is None:
        return False
    if not found.plans and not found.left:
        raise Refused(f"nothing is to be done in {folder.name}")
    doubt = found.doubts(ls.client_capabilities)
    if doubt and not await agreed(ls, f"Please confirm: {doubt}.", "Distribute", "Don't distribute"):
        return False
    snapshot = ls.snapshot()
    if not found.holds(snapshot):
        raise Refused("the files have changed meanwhile; nothing is changed")
    if found.plans:
        for plan in found.plans.values():
            keep_originals(plan)
        await _apply(ls, f"Distribute {folder.name}", found.edit(snapshot, ls.client_capabilities))
    if found.left:
        await _show_left(ls, folder, found)
    return bool(found.plans)


async def _show_left(ls: Server, folder: Path, found: folders.Distribution) -> None:
    count = len(found.left) + len(found.plans)
    message = f"Farandole: {len(found.plans)} of {count} scripts in {folder.name} are distributed."
    ls.window_show_message(types.ShowMessageParams(types.MessageType.Warning, message))
    if ls.can("window.show_document.support"):
        path = ls.preview_folder() / f"{folder.name} distributed.md"
        path.write_text(folders.page(folder, found), encoding="utf-8", newline="")
        await ls.window_show_document_async(types.ShowDocumentParams(path.as_uri(), take_focus=False))


async def preview(ls: Server, *arguments: Any) -> str:
    """Give the diff of a conversion, and show it where the client shows documents."""

    def work(snapshot: Snapshot, token: Token) -> str:
        analysis = analysis_of(ls, snapshot, uri_of(arguments), token)
        return _diff(actions.checked_plan_of(offer_of(arguments, analysis), analysis, token.check), snapshot)

    return await _shown(ls, arguments, work)


async def remove(ls: Server, *arguments: Any) -> bool:
    """Remove Horovod from the script of an open document."""
    before = ls.texts

    def work(snapshot: Snapshot, token: Token) -> types.WorkspaceEdit:
        made = removal_of(using_horovod(ls, snapshot, uri_of(arguments), token))
        return actions.workspace_edit(made, snapshot, ls.client_capabilities)

    edit = await ls.ask(work, None)
    if ls.texts is not before:
        raise JsonRpcContentModified("the text has changed meanwhile")
    return await _apply(ls, TITLE, edit)


async def preview_removal(ls: Server, *arguments: Any) -> str:
    """Give the diff of the removal of Horovod, and show it where the client shows documents."""

    def work(snapshot: Snapshot, token: Token) -> str:
        return _diff(removal_of(using_horovod(ls, snapshot, uri_of(arguments), token)), snapshot)

    return await _shown(ls, arguments, work)


def _diff(plan: Plan | Removal, snapshot: Snapshot) -> str:
    return "".join(
        line for path, before, after in actions.converted_texts(plan, snapshot) for line in unified(path, before, after)
    )


async def _shown(ls: Server, arguments: tuple[Any, ...], work: Callable[[Snapshot, Token], str]) -> str:
    """Give a diff, and show it where the client shows documents."""
    diff = await ls.ask(work, uri_of(arguments))
    if ls.can("window.show_document.support"):
        path = ls.preview_folder() / f"{Path(unquote(urlsplit(uri_of(arguments)).path)).stem}.diff"
        path.write_text(diff, encoding="utf-8", newline="")
        await ls.window_show_document_async(types.ShowDocumentParams(path.as_uri(), take_focus=True))
    return diff


async def _apply(ls: Server, label: str, edit: types.WorkspaceEdit) -> bool:
    # What a client does with the files of its own refactorings: VS Code saves them, or not, as its user wants.
    knows = get_capability(ls.client_capabilities, "workspace.workspace_edit.metadata_support", False)
    metadata = types.WorkspaceEditMetadata(is_refactoring=True) if knows else None
    answer = await ls.workspace_apply_edit_async(types.ApplyWorkspaceEditParams(edit, label, metadata))
    if not answer.applied:
        raise Refused(f"the editor did not apply the edits: {answer.failure_reason or 'no reason given'}")
    return True


_COMMANDS: dict[str, Command] = {
    "farandole.apply": apply,
    "farandole.distribute": distribute,
    "farandole.distributeFolder": distribute_folder,
    "farandole.preview": preview,
    "farandole.previewRemoval": preview_removal,
    "farandole.remove": remove,
    "farandole.verify": verification.verify,
}
