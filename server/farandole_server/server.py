"""The server: what is open, the settings, the index of the workspace, and when diagnostics are refreshed."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import logging
import os
import signal
import tempfile
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from farandole import __version__
from farandole.options import Options
from farandole.project.discover import Looks, names_framework, reach
from farandole.source import UnreadableFile, read
from lsprotocol import types
from pygls.capabilities import get_capability
from pygls.exceptions import JsonRpcContentModified, JsonRpcException
from pygls.lsp.server import LanguageServer

from farandole_server import logs
from farandole_server.analysis import Analyst, Snapshot, Verified
from farandole_server.carrying import moved_places
from farandole_server.configuration import SECTION, Settings, option_problem
from farandole_server.diagnostics import analyses_of, diagnostics, settings_diagnostics
from farandole_server.positions import Lines
from farandole_server.progress import Progress
from farandole_server.protocol import ServerProtocol
from farandole_server.publishing import Publisher
from farandole_server.texts import Buffer, File, Notebook, Text, Texts
from farandole_server.uris import path_of
from farandole_server.wording import plain
from farandole_server.worker import Priority, Token, Worker

if TYPE_CHECKING:
    from pygls.server import ServerErrors

log = logging.getLogger(__name__)

Result = TypeVar("Result")

_PARENT_CHECKS = 2.0
_REINDEX_DELAY = 0.3
_SETTLE_DELAY = 0.5
_SETTINGS_PATIENCE = 2.0
_NOTEBOOKS = types.NotebookDocumentSyncOptions(
    [
        types.NotebookDocumentFilterWithNotebook(
            types.NotebookDocumentFilterNotebookType("jupyter-notebook"), [types.NotebookCellLanguage("python")]
        )
    ]
)

FILES = types.FileOperationRegistrationOptions(
    [
        types.FileOperationFilter(types.FileOperationPattern("**/*.{py,toml}"), "file"),
        types.FileOperationFilter(types.FileOperationPattern("**", types.FileOperationPatternKind.Folder), "file"),
    ]
)
"""The files and folders whose coming and going matters."""


class Server(LanguageServer):
    """The state of one session. All of it belongs to the event loop; the worker only gets snapshots."""

    protocol: ServerProtocol

    def __init__(self) -> None:
        """Prepare a session."""
        super().__init__("farandole", __version__, notebook_document_sync=_NOTEBOOKS, protocol_cls=ServerProtocol)
        self.protocol.session = self
        self.worker = Worker()
        self.analyst = Analyst()
        self.texts = Texts()
        self.settings: dict[Path | None, Settings] = {None: Settings()}
        self.folders: dict[str, Path] = {}
        self.reach: Mapping[Path, frozenset[Path]] = {}
        self.looks = Looks()
        self.indexed = False
        self.structure = 0
        self.trusted = False
        self.pushes = True
        self.hover_has_diagnostics = False
        self.messages_have_buttons = False
        self.verified: dict[Path, Verified] = {}
        self.publisher = Publisher(self)
        self._settings_uris: set[str] = set()
        self.refreshing: asyncio.Future[Any] | None = None
        self.indexing: asyncio.Future[Any] | None = None
        self.settling: asyncio.Future[Any] | None = None
        self._refresh_timer: asyncio.TimerHandle | None = None
        self._settle_timer: asyncio.TimerHandle | None = None
        self._index_timer: asyncio.TimerHandle | None = None
        self._tasks: set[asyncio.Task[Any]] = set()
        self._said: set[str] = set()
        self._lost: dict[str, int | None] = {}
        self._placed: dict[tuple[str, str], tuple[Lines, list[tuple[types.Range, Any]]]] = {}
        self.initial_settings: object = None
        self.settings_known = asyncio.Event()
        self.processes: set[int] = set()
        self._asked: dict[asyncio.Future[Any], Path | None] = {}
        self._previews: tempfile.TemporaryDirectory[str] | None = None
        self.stopped_by_client = False

    # Documents.

    def opened(self, item: types.TextDocumentItem) -> None:
        """Keep the text of an opened file."""
        path = path_of(item.uri)
        if path is None or item.language_id == "jupyter":
            log.info("not read: %s", item.uri)
            return
        self._lost.pop(item.uri, None)
        self._put(File(path, self._buffer(item)))
        if names_framework(item.text) and not self._is_indexed(path):
            self.files_changed(came_or_went=True)

    def changed(self, uri: str, version: int | None, changes: Sequence[types.TextDocumentContentChangeEvent]) -> None:
        """Change the text of an open file or cell."""
        text, buffer = self.texts.text(uri), self.texts.buffer(uri)
        if uri in self._lost:
            self._lost[uri] = version
            path, whole = path_of(uri), changes[-1] if changes else None
            if path is not None and isinstance(whole, types.TextDocumentContentChangeWholeDocument):
                del self._lost[uri]
                self._put(File(path, Buffer(uri, version, Lines(whole.text, self.encoding))))
            return
        if text is None or buffer is None:
            log.warning("a change of a document that is not open: %s", uri)
            return
        new = buffer.changed(changes, version)
        self._put(text.with_cell(new) if isinstance(text, Notebook) else replace(text, buffer=new))

    def closed(self, uri: str) -> None:
        """Forget the text of a file; its text is again what is on the disk."""
        self._lost.pop(uri, None)
        text = self.texts.text(uri)
        if text is None:
            log.info("not open: %s", uri)
            return
        self.texts = self.texts.without(uri)
        self.clear(text)
        self.refresh()

    def opened_notebook(self, params: types.DidOpenNotebookDocumentParams) -> None:
        """Keep the code cells of a notebook."""
        notebook = params.notebook_document
        path = path_of(notebook.uri)
        if path is None:
            log.info("not read: %s", notebook.uri)
            return
        items = {item.uri: item for item in params.cell_text_documents}
        code = [cell.document for cell in notebook.cells if cell.kind == types.NotebookCellKind.Code]
        cells = tuple(self._buffer(items[uri]) for uri in code if uri in items)
        self._put(
            Notebook(path, notebook.uri, notebook.version, cells, tuple(cell.document for cell in notebook.cells))
        )

    def changed_notebook(self, params: types.DidChangeNotebookDocumentParams) -> None:
        """Change, insert, remove or move cells."""
        path = path_of(params.notebook_document.uri)
        notebook = self.texts.by_path.get(path) if path else None
        if not isinstance(notebook, Notebook):
            log.warning("a change of a notebook that is not open: %s", params.notebook_document.uri)
            return
        notebook = replace(notebook, version=params.notebook_document.version)
        cells = params.change.cells
        if cells is not None and cells.structure is not None:
            change = cells.structure
            order = list(notebook.order)
            end = change.array.start + change.array.delete_count
            order[change.array.start : end] = [cell.document for cell in change.array.cells or ()]
            buffers = {cell.uri: cell for cell in notebook.cells}
            buffers |= {item.uri: self._buffer(item) for item in change.did_open or ()}
            for closed in change.did_close or ():
                buffers.pop(closed.uri, None)
            ordered = tuple(buffers[uri] for uri in order if uri in buffers)
            notebook = replace(notebook, cells=ordered, order=tuple(order))
        for change_of_text in (cells.text_content if cells is not None else None) or ():
            known = {cell.uri: cell for cell in notebook.cells}
            cell = known.get(change_of_text.document.uri)
            if cell is not None:
                notebook = notebook.with_cell(cell.changed(change_of_text.changes, change_of_text.document.version))
        gone = [cell.uri for cell in self.texts.by_path[notebook.path].buffers if cell not in notebook.cells]
        self._put(notebook)
        for uri in gone:
            if self.texts.buffer(uri) is None:
                self.publisher.clear(uri)

    def closed_notebook(self, uri: str) -> None:
        """Forget a notebook."""
        path = path_of(uri)
        text = self.texts.by_path.get(path) if path else None
        if text is None:
            log.info("not open: %s", uri)
            return
        self.texts = self.texts.without_path(path)
        self.clear(text)
        self.refresh()

    def lost(self, uri: str) -> None:
        """Forget the text of a document whose change was not understood, until it can be had anew."""
        path = path_of(uri)
        text = self.texts.by_path.get(path) if path is not None else None
        if path is None or text is None:
            return
        self.texts = self.texts.without_path(path)
        self.clear(text)
        if isinstance(text, File):
            self._lost[uri] = text.buffer.version
        again = "saved, or closed and opened again" if isinstance(text, File) else "opened again"
        message = f"Farandole: an edit of {path.name} was not understood; nothing is shown in it until it is {again}."
        self.say(message, always=True)
        self.refresh()

    def saved(self, uri: str) -> None:
        """Take the text of a document that was lost from the disk: it is the client's again."""
        path = path_of(uri)
        if uri not in self._lost or path is None:
            return
        version = self._lost.pop(uri)
        try:
            text = read(path).text
        except UnreadableFile as error:
            log.warning("%s", error)
            return
        self._put(File(path, Buffer(uri, version, Lines(text, self.encoding))))

    def _buffer(self, item: types.TextDocumentItem) -> Buffer:
        return Buffer(item.uri, item.version, Lines(item.text, self.encoding))

    def _put(self, text: Text) -> None:
        self.texts = self.texts.with_text(text)
        for future, path in self._asked.items():
            if path in (None, text.path) and not future.done():
                future.set_exception(JsonRpcContentModified("the text has changed meanwhile"))
        self.refresh()

    @property
    def encoding(self) -> str:
        """The units in which positions count, as agreed on with the client."""
        return types.PositionEncodingKind(self.workspace.position_encoding or types.PositionEncodingKind.Utf16).value

    def _is_indexed(self, path: Path) -> bool:
        """Say whether the search for scripts knows a file, or will not find it."""
        is_inside = any(path.is_relative_to(folder) for folder in self.folders.values())
        return not self.indexed or not is_inside or any(path in {e, *found} for e, found in self.reach.items())

    # Work.

    def snapshot(self) -> Snapshot:
        """Give all that an answer depends on, as it is now."""
        return Snapshot(
            self.texts,
            self.encoding,
            dict(self.settings),
            self.reach,
            self.indexed,
            self.structure,
            self.trusted,
            dict(self.verified),
        )

    async def ask(
        self,
        action: Callable[[Snapshot, Token], Result],
        about: str | None,
        priority: Priority = Priority.REQUEST,
    ) -> Result:
        """Have something worked out for a request, as of now.

        A change of the document `about`, or of any if it is None, ends the work: raises ContentModified. The first
        requests wait for the settings, since not every client asks again when they are known.
        """
        if not self.settings_known.is_set():
            await asyncio.wait({asyncio.ensure_future(self.settings_known.wait())}, timeout=_SETTINGS_PATIENCE)
            self.settings_known.set()
        text = self.texts.text(about) if about is not None else None
        future = self.worker.submit(priority, partial(action, self.snapshot()))
        if about is None or text is not None:
            self._asked[future] = text.path if text is not None else None
        try:
            return await future
        finally:
            self._asked.pop(future, None)

    async def ask_for_places(
        self, method: str, uri: str, action: Callable[[Snapshot, Token], list[tuple[types.Range, Result]]]
    ) -> list[tuple[types.Range, Result]]:
        """Have something worked out that stands at places of a document.

        When the text changes meanwhile, the answer is the last one, moved with the text: what is shown stays until
        there is something newer. Raises ContentModified where nothing was answered before.
        """

        def work(snapshot: Snapshot, token: Token) -> tuple[Lines | None, list[tuple[types.Range, Result]]]:
            buffer = snapshot.texts.buffer(uri)
            return buffer.lines if buffer else None, action(snapshot, token)

        try:
            lines, found = await self.ask(work, uri)
        except JsonRpcContentModified:
            buffer, known = self.texts.buffer(uri), self._placed.get((method, uri))
            if buffer is None or known is None:
                raise
            return moved_places(*known, buffer.lines)
        if lines is not None:
            self._placed[method, uri] = (lines, found)
        return found

    def spawn(self, coroutine: Any) -> None:
        """Run a coroutine on its own; what it raises is logged."""
        task = asyncio.ensure_future(coroutine)
        self._tasks.add(task)
        task.add_done_callback(self._spawned)

    def _spawned(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            log.error("%s: %s", type(error).__name__, error, exc_info=error)

    def trace(self, method: str, seconds: float) -> None:
        """Tell a client that wants to know it how long a message took."""
        if self.protocol.trace != types.TraceValue.Off:
            verbose = f"{seconds * 1000:.0f} ms" if self.protocol.trace == types.TraceValue.Verbose else None
            self.log_trace(types.LogTraceParams(f"handled {method}", verbose))

    def can(self, capability: str) -> bool:
        """Say whether the client has a capability, by its dotted name."""
        return bool(get_capability(self.client_capabilities, capability, False))

    # Refreshing what is shown unasked.

    def refresh(self) -> None:
        """Have diagnostics made anew, once no more changes come; some time later all that may be asked."""
        for timer in (self._refresh_timer, self._settle_timer):
            if timer is not None:
                timer.cancel()
        for future in (self.refreshing, self.settling):
            if future is not None and not future.done():
                future.cancel()
        delay = min((settings.delay for settings in self.settings.values()), default=Settings().delay)
        self._refresh_timer = asyncio.get_running_loop().call_later(delay, lambda: self.spawn(self._publish()))

    def ask_client_to_refresh(self) -> None:
        """Have the client ask again for what it has pulled, where it can."""
        for capability, send in (
            ("workspace.diagnostics.refresh_support", self.workspace_diagnostic_refresh_async),
            ("workspace.code_lens.refresh_support", self.workspace_code_lens_refresh_async),
            ("workspace.inlay_hint.refresh_support", self.workspace_inlay_hint_refresh_async),
        ):
            if self.can(capability):
                self.spawn(_ignoring_refusal(send(None)))

    def clear(self, text: Text) -> None:
        """Take away the diagnostics of what is closed, and forget what was answered about it."""
        for buffer in text.buffers:
            self.publisher.clear(buffer.uri)
        gone = {buffer.uri for buffer in text.buffers}
        self._placed = {key: known for key, known in self._placed.items() if key[1] not in gone}

    async def _publish(self) -> None:
        """Push the diagnostics of everything that is open; a newer change ends this and starts anew.

        Those of files with settings are pushed to all clients: nobody asks for them.
        """
        found = settings_diagnostics(self.snapshot())
        for uri in self._settings_uris - found.keys():
            self.publisher.clear(uri)
        self._settings_uris = set(found)
        self.publisher.put(found)
        if self.pushes:
            await self._push(Priority.REFRESH)
        self._settle_timer = asyncio.get_running_loop().call_later(_SETTLE_DELAY, lambda: self.spawn(self._settle()))

    async def _push(self, priority: Priority) -> None:
        for text in [*self.texts][::-1]:
            self.refreshing = self.worker.submit(priority, partial(diagnostics, self.analyst, self.snapshot(), text))
            found = await self.refreshing
            self.publisher.put({uri: each for uri, each in found.items() if self._is_current(uri, each[0])})

    async def _settle(self) -> None:
        """Analyse what is open, where only comments have changed, too: what is asked next is answered by that.

        Then the garbage is collected, for which all threads stop.
        """
        for text in [*self.texts][::-1]:
            self.settling = self.worker.submit(
                Priority.SETTLE, partial(analyses_of, self.analyst, self.snapshot(), text)
            )
            await self.settling
        if self.pushes:
            await self._push(Priority.SETTLE)
        self.settling = self.worker.submit(Priority.SETTLE, lambda token: gc.collect())
        await self.settling

    def _is_current(self, uri: str, version: int | None) -> bool:
        buffer = self.texts.buffer(uri)
        return buffer is not None and buffer.version == version

    def take_verified(self, entry: Path, verified: Verified) -> None:
        """Show how the verification of a script ended."""
        self.verified[entry] = verified
        self.refresh()
        self.ask_client_to_refresh()

    # The index of the workspace.

    def files_changed(self, came_or_went: bool) -> None:
        """Follow changes on the disk."""
        if came_or_went:
            self.structure += 1
        self.reindex(_REINDEX_DELAY)
        self.refresh()

    def reindex(self, delay: float = 0) -> None:
        """Have the workspace searched for scripts, once no more changes come."""
        if self._index_timer is not None:
            self._index_timer.cancel()
        if self.indexing is not None and not self.indexing.done():
            self.indexing.cancel()
        self._index_timer = asyncio.get_running_loop().call_later(delay, lambda: self.spawn(self._index()))

    async def _index(self) -> None:
        progress = await Progress.begin(
            self, "Farandole: finding training scripts", "0 files read", cancel=self.stop_indexing
        )
        folders = list(self.folders.values())
        search = partial(_search, folders, self.snapshot(), self.looks, progress.report_from_thread)
        self.indexing = self.worker.submit(Priority.INDEX, search)
        try:
            self.reach = await self.indexing
            log.info("%d scripts in the workspace", len(self.reach))
        except asyncio.CancelledError:
            return
        finally:
            progress.end()
        self.indexed = True
        self.refresh()
        self.ask_client_to_refresh()

    def stop_indexing(self) -> None:
        """End the search for scripts; files are then understood with what they import, not by what imports them."""
        if self.indexing is not None:
            self.indexing.cancel()
        self.indexed = True
        self.refresh()

    # Settings.

    async def read_settings(self) -> None:
        """Ask the client for its settings, for each folder of the workspace and for all."""
        if not self.can("workspace.configuration"):
            return
        scopes = [*self.folders.items(), (None, None)]
        items = [types.ConfigurationItem(scope_uri=uri, section=SECTION) for uri, _ in scopes]
        try:
            tables = await self.workspace_configuration_async(types.ConfigurationParams(items))
        except JsonRpcException as error:
            log.warning("the client gave no settings: %s", error.message)
            return
        for (_, folder), table in zip(scopes, tables, strict=False):
            self.take_settings(folder, table)

    def take_settings(self, folder: Path | None, table: object) -> None:
        """Use a client's settings for a folder, None for all, and say what is wrong with them."""
        settings, wrong = Settings.read(table)
        root = folder or Path.cwd()
        problem = option_problem(settings, root)
        if problem is not None:
            settings = replace(settings, options={})
        for reason in (*wrong, *([problem] if problem else [])):
            self.say(plain(f"Farandole: {reason}"))
        interpreter = settings.interpreter(root)
        if interpreter is not None and not os.path.isfile(interpreter):
            self.say(f"Farandole: {interpreter}, the setting {SECTION}.python, is no interpreter.")
        known = self.settings.get(folder)
        if known is None or known.python != settings.python:
            self.structure += 1
        self.settings[folder] = settings
        self.refresh()

    def say(self, message: str, always: bool = False) -> None:
        """Show the user a warning, once if it is not to be shown always."""
        log.warning("%s", message)
        if always or message not in self._said:
            self._said.add(message)
            self.window_show_message(types.ShowMessageParams(types.MessageType.Warning, message))

    def set_folders(self, folders: Iterable[types.WorkspaceFolder]) -> None:
        """Know the folders of the workspace."""
        paths = {folder.uri: path_of(folder.uri) for folder in folders}
        self.folders = {uri: path for uri, path in paths.items() if path is not None}
        kept = {None, *self.folders.values()}
        self.settings = {folder: settings for folder, settings in self.settings.items() if folder in kept}
        for path in self.folders.values():
            self.settings.setdefault(path, self.settings[None])

    # The end.

    def report_server_error(self, error: Exception, source: ServerErrors) -> None:
        """Log what went wrong outside of a request; the user is not bothered."""
        level = logging.INFO if isinstance(error, JsonRpcException) else logging.ERROR
        log.log(level, "%s: %s", type(error).__name__, error, exc_info=error)

    def shut_down(self) -> None:
        """End all work, as the client asks for; the process stays until `exit`."""
        self.stopped_by_client = True
        self.stop()

    def stop(self) -> None:
        """End all work."""
        for future in (self.refreshing, self.settling, self.indexing, *self._tasks):
            if future is not None:
                future.cancel()
        self.worker.close()
        for process in self.processes:
            with contextlib.suppress(ProcessLookupError):
                os.kill(process, signal.SIGTERM)
        if self._previews is not None:
            self._previews.cleanup()
            self._previews = None

    def preview_folder(self) -> Path:
        """Give a folder for previews, which is removed at the end."""
        if self._previews is None:
            self._previews = tempfile.TemporaryDirectory(prefix="farandole-preview-", ignore_cleanup_errors=True)
        return Path(self._previews.name)

    async def watch_parent(self, process: int) -> None:
        """End when the process that started the server is gone."""
        while True:
            await asyncio.sleep(_PARENT_CHECKS)
            try:
                os.kill(process, 0)
            except ProcessLookupError:
                log.warning("the client is gone")
                self.stop()
                os._exit(1)
            except OSError:
                return

    def log_to_client(self, level: str) -> None:
        """Send the log to the client."""
        loop = asyncio.get_running_loop()

        def send(params: types.LogMessageParams) -> None:
            loop.call_soon_threadsafe(self.window_log_message, params)

        logs.to_client(level, send)


def _search(
    folders: Sequence[Path], snapshot: Snapshot, looks: Looks, report: Callable[[str], None], token: Token
) -> Mapping[Path, frozenset[Path]]:
    found: dict[Path, frozenset[Path]] = {}
    count = 0

    def proceed() -> None:
        nonlocal count
        token.check()
        count += 1
        if count % 50 == 0:
            report(f"{count} files read")

    for folder in folders:
        try:
            options = snapshot.options_for(folder / "any.py")
        except Exception as error:
            log.warning("%s: %s", folder, error)
            options = Options()
        found |= reach([folder], options, proceed, partial(log.warning, "%s is skipped: %s"), looks)
    return found


async def _ignoring_refusal(request: Any) -> None:
    try:
        await request
    except JsonRpcException as error:
        log.info("the client refused: %s", error.message)
