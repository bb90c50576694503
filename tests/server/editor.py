"""An editor for the tests: a real client of a real server process, with texts of its own."""

from __future__ import annotations

import asyncio
import os
import re
import sys
import tempfile
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterable, Mapping, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from lsprotocol import types
from pygls.protocol import default_converter
from pytest_lsp import LanguageClient
from pytest_lsp.client import register_lsp_features

PATIENCE = 120.0
SERVER = (sys.executable, "-m", "farandole", "server")
CACHES = tempfile.TemporaryDirectory(prefix="farandole-caches-")
"""What servers keep, apart from what their user has kept."""

MODERN = types.ClientCapabilities(
    workspace=types.WorkspaceClientCapabilities(
        apply_edit=True,
        configuration=True,
        workspace_folders=True,
        workspace_edit=types.WorkspaceEditClientCapabilities(
            document_changes=True,
            change_annotation_support=types.ChangeAnnotationsSupportOptions(groups_on_label=True),
        ),
        did_change_configuration=types.DidChangeConfigurationClientCapabilities(dynamic_registration=True),
        did_change_watched_files=types.DidChangeWatchedFilesClientCapabilities(dynamic_registration=True),
        diagnostics=types.DiagnosticWorkspaceClientCapabilities(refresh_support=True),
        code_lens=types.CodeLensWorkspaceClientCapabilities(refresh_support=True),
        inlay_hint=types.InlayHintWorkspaceClientCapabilities(refresh_support=True),
    ),
    text_document=types.TextDocumentClientCapabilities(
        synchronization=types.TextDocumentSyncClientCapabilities(did_save=True),
        hover=types.HoverClientCapabilities(content_format=[types.MarkupKind.Markdown]),
        code_action=types.CodeActionClientCapabilities(
            code_action_literal_support=types.ClientCodeActionLiteralOptions(
                types.ClientCodeActionKindOptions(["quickfix", "refactor", "source"])
            ),
            is_preferred_support=True,
            disabled_support=True,
            data_support=True,
            resolve_support=types.ClientCodeActionResolveOptions(["edit"]),
            honors_change_annotations=True,
        ),
        publish_diagnostics=types.PublishDiagnosticsClientCapabilities(
            related_information=True,
            tag_support=types.ClientDiagnosticsTagOptions([types.DiagnosticTag.Unnecessary]),
            version_support=True,
            code_description_support=True,
            data_support=True,
        ),
        diagnostic=types.DiagnosticClientCapabilities(related_document_support=True),
    ),
    notebook_document=types.NotebookDocumentClientCapabilities(types.NotebookDocumentSyncClientCapabilities()),
    window=types.WindowClientCapabilities(
        work_done_progress=True, show_document=types.ShowDocumentClientCapabilities(support=True)
    ),
    general=types.GeneralClientCapabilities(position_encodings=[types.PositionEncodingKind.Utf16]),
)
"""A client that pulls diagnostics, resolves actions and shows annotations."""

OLD = types.ClientCapabilities(
    workspace=types.WorkspaceClientCapabilities(apply_edit=True),
    text_document=types.TextDocumentClientCapabilities(
        code_action=types.CodeActionClientCapabilities(
            code_action_literal_support=types.ClientCodeActionLiteralOptions(types.ClientCodeActionKindOptions([]))
        )
    ),
)
"""A client of the year 2018: diagnostics are pushed, actions come with their edits, edits have no versions."""

_UNITS = {"utf-8": ("utf-8", 1), "utf-16": ("utf-16-le", 2), "utf-32": ("utf-32-le", 4)}


class Editor(LanguageClient):
    """A client with open texts. It counts positions by encoding, as the server does not."""

    def __init__(self) -> None:
        super().__init__(converter_factory=default_converter)
        self.texts: dict[str, str] = {}
        self.versions: dict[str, int] = {}
        self.received: list[types.PublishDiagnosticsParams] = []
        self.registered: list[types.Registration] = []
        self.answer = "Full Verification"
        self.questions: list[str] = []
        self.refreshed: Counter[str] = Counter()
        self.units = "utf-16"
        register_lsp_features(self, _FEATURES)

    @property
    def process(self) -> asyncio.subprocess.Process:
        """The server's process."""
        assert self._server is not None
        return self._server

    def open(self, path: Path, text: str | None = None, language: str = "python") -> str:
        """Open a file, with its text on the disk or another one, and give its address."""
        uri = path.as_uri()
        self.texts[uri] = _decoded(path) if text is None else text
        self.versions[uri] = 1
        item = types.TextDocumentItem(uri, language, 1, self.texts[uri])
        self.text_document_did_open(types.DidOpenTextDocumentParams(item))
        return uri

    def replace(self, uri: str, old: str, new: str) -> None:
        """Change the one place where `old` stands."""
        text = self.texts[uri]
        assert text.count(old) == 1, f"{old!r} stands {text.count(old)} times"
        start = text.index(old)
        self.edit(uri, start, start + len(old), new)

    def edit(self, uri: str, start: int, end: int, new: str) -> None:
        """Replace what stands between two offsets, and tell the server so."""
        self.change(uri, [self.typed(uri, start, end, new)])

    def typed(self, uri: str, start: int, end: int, new: str) -> types.TextDocumentContentChangePartial:
        """Replace what stands between two offsets, and give what the server must be told."""
        text = self.texts[uri]
        self.texts[uri] = text[:start] + new + text[end:]
        place = types.Range(self.position(text, start), self.position(text, end))
        return types.TextDocumentContentChangePartial(range=place, text=new)

    def edit_often(self, uri: str, edits: Iterable[Callable[[str], tuple[int, int, str]]]) -> None:
        """Make edits one after another, each chosen for the text that the one before has left, and tell of all at once."""
        self.change(uri, [self.typed(uri, *edit(self.texts[uri])) for edit in edits])

    def set_text(self, uri: str, text: str) -> None:
        """Replace the whole text of a file, and tell the server only the new one."""
        self.texts[uri] = text
        self.change(uri, [types.TextDocumentContentChangeWholeDocument(text=text)])

    def change(self, uri: str, changes: Sequence[types.TextDocumentContentChangeEvent]) -> None:
        """Tell the server of changes that have been made here already."""
        self.versions[uri] += 1
        known = types.VersionedTextDocumentIdentifier(uri=uri, version=self.versions[uri])
        self.text_document_did_change(types.DidChangeTextDocumentParams(known, changes))

    def close(self, uri: str) -> None:
        """Close a file."""
        del self.texts[uri], self.versions[uri]
        self.text_document_did_close(types.DidCloseTextDocumentParams(types.TextDocumentIdentifier(uri)))

    def position(self, text: str, offset: int) -> types.Position:
        """Give the position of an offset."""
        before = re.split(r"\r\n|\r|\n", text[:offset])
        codec, size = _UNITS[self.units]
        return types.Position(len(before) - 1, len(before[-1].encode(codec, "surrogatepass")) // size)

    def offset(self, text: str, position: types.Position) -> int:
        """Give the offset of a position."""
        starts = [0, *(match.end() for match in re.finditer(r"\r\n|\r|\n", text))]
        start = starts[position.line]
        codec, size = _UNITS[self.units]
        data = text[start:].encode(codec, "surrogatepass")[: position.character * size]
        return start + len(data.decode(codec, "surrogatepass"))

    def at(self, uri: str, mark: str) -> types.Range:
        """Give the range of the one place where `mark` stands."""
        text = self.texts[uri]
        assert text.count(mark) == 1, f"{mark!r} stands {text.count(mark)} times"
        start = text.index(mark)
        return types.Range(self.position(text, start), self.position(text, start + len(mark)))

    def marked(self, uri: str, place: types.Range) -> str:
        """Give the text of a range."""
        text = self.texts[uri]
        return text[self.offset(text, place.start) : self.offset(text, place.end)]

    async def tell(self, *paths: Path) -> None:
        """Tell the server of new files, and wait until it has looked at them."""
        events = [types.FileEvent(path.as_uri(), types.FileChangeType.Created) for path in paths]
        async with self.searched():
            self.workspace_did_change_watched_files(types.DidChangeWatchedFilesParams(events))

    @asynccontextmanager
    async def searched(self) -> AsyncIterator[None]:
        """Wait until the server has searched the workspace anew after something that is done here."""
        yield
        await self.text_of("")  # the answer follows what a search that was under way has said
        before = self.diagnostic_refresh_count
        await eventually(lambda: self.diagnostic_refresh_count > before)

    async def text_of(self, uri: str) -> tuple[int, str] | None:
        """Give the version and the text that the server has of a document."""
        found = await self.protocol.send_request_async("farandole/text", {"uri": uri})
        return (found.version, found.text) if found is not None else None

    async def pushed(self, uri: str) -> Sequence[types.Diagnostic]:
        """Give the diagnostics that the server pushes for the current version; versions must be supported."""
        found = await eventually(
            lambda: [each for each in self.received if (each.uri, each.version) == (uri, self.versions[uri])]
        )
        return found[-1].diagnostics

    async def pulled(self, uri: str) -> list[types.Diagnostic]:
        """Give the diagnostics that the server has when it is asked."""
        report = await self.text_document_diagnostic_async(
            types.DocumentDiagnosticParams(types.TextDocumentIdentifier(uri))
        )
        assert isinstance(report, types.RelatedFullDocumentDiagnosticReport)
        return list(report.items)

    async def actions(
        self,
        uri: str,
        place: types.Range,
        only: list[str] | None = None,
        trigger: types.CodeActionTriggerKind | None = None,
    ) -> list[types.CodeAction]:
        """Give the code actions for a range."""
        context = types.CodeActionContext([], only=only, trigger_kind=trigger)
        params = types.CodeActionParams(types.TextDocumentIdentifier(uri), place, context)
        found = await self.text_document_code_action_async(params)
        return [action for action in found or [] if isinstance(action, types.CodeAction)]

    def apply(self, edit: types.WorkspaceEdit) -> dict[str, str]:
        """Give the texts of all files that an edit changes, those on the disk too; versions must be the current ones."""
        listed: dict[str, list[types.TextEdit]] = {uri: list(edits) for uri, edits in (edit.changes or {}).items()}
        for change in edit.document_changes or ():
            assert isinstance(change, types.TextDocumentEdit)
            document = change.text_document
            assert document.version == self.versions.get(document.uri)
            listed[document.uri] = list(change.edits)  # type: ignore[arg-type]
        return {uri: self._edited(uri, edits) for uri, edits in listed.items()}

    def _edited(self, uri: str, edits: Sequence[types.TextEdit]) -> str:
        text = self.texts.get(uri)
        text = _decoded(_path(uri)) if text is None else text
        placed = [
            (self.offset(text, edit.range.start), self.offset(text, edit.range.end), index, edit.new_text)
            for index, edit in enumerate(edits)
        ]
        for start, end, _, new in sorted(placed, reverse=True):
            text = text[:start] + new + text[end:]
        return text


def _path(uri: str) -> Path:
    from pygls.uris import to_fs_path  # noqa: PLC0415

    return Path(to_fs_path(uri) or "")


def _decoded(path: Path) -> str:
    return path.read_bytes().decode("utf-8-sig")


async def eventually(condition: Any, seconds: float = PATIENCE) -> Any:
    """Give what a function gives as soon as it is true."""
    end = time.monotonic() + seconds
    while not (found := condition()):
        assert time.monotonic() < end, "nothing came"
        await asyncio.sleep(0.02)
    return found


@asynccontextmanager
async def editor(
    folder: Path | Sequence[Path],
    capabilities: types.ClientCapabilities = MODERN,
    settings: Mapping[str, Any] | None = None,
    options: Mapping[str, Any] | None = None,
    *,
    environment: Mapping[str, str] | None = None,
) -> AsyncIterator[Editor]:
    """Give an editor with a workspace, whose server is shut down in order at the end."""
    client = Editor()
    client.set_configuration(dict(settings or {}), section="farandole")
    variables = {**os.environ, "XDG_CACHE_HOME": CACHES.name, **(environment or {})}
    await client.start_io(*SERVER, env=variables)
    listed = [folder] if isinstance(folder, Path) else folder
    folders = [types.WorkspaceFolder(each.as_uri(), each.name) for each in listed]
    params = types.InitializeParams(
        capabilities=capabilities,
        root_uri=folders[0].uri if folders else None,
        workspace_folders=folders or None,
        initialization_options=dict(options or {}),
    )
    result = await client.initialize_session(params)
    client.units = str(result.capabilities.position_encoding or "utf-16")
    client.server_capabilities = result.capabilities  # type: ignore[attr-defined]
    try:
        yield client
    finally:
        if client.process.returncode is None:
            await asyncio.wait_for(client.shutdown_session(), PATIENCE)
        await client.stop()


def _keep(client: Editor, params: types.PublishDiagnosticsParams) -> None:
    client.received.append(params)
    client.diagnostics[params.uri] = params.diagnostics


def _configuration(client: Editor, params: types.ConfigurationParams) -> list[Any]:
    return [client.get_configuration(section=item.section, scope_uri=item.scope_uri) for item in params.items]


def _register(client: Editor, params: types.RegistrationParams) -> None:
    client.registered.extend(params.registrations)


def _ask(client: Editor, params: types.ShowMessageRequestParams) -> types.MessageActionItem | None:
    client.questions.append(params.message)
    return types.MessageActionItem(client.answer) if client.answer else None


def _apply(client: Editor, params: types.ApplyWorkspaceEditParams) -> types.ApplyWorkspaceEditResult:
    for uri, text in client.apply(params.edit).items():
        if uri in client.texts:
            client.edit(uri, 0, len(client.texts[uri]), text)
        else:
            _path(uri).write_bytes(text.encode())
    return types.ApplyWorkspaceEditResult(applied=True)


def _refresh_lenses(client: Editor, params: None) -> None:
    client.refreshed["code lenses"] += 1


def _refresh_hints(client: Editor, params: None) -> None:
    client.refreshed["inlay hints"] += 1


def _features() -> dict[str, Any]:
    from pytest_lsp.client import DEFAULT_CLIENT_FEATURES  # noqa: PLC0415

    return {
        **DEFAULT_CLIENT_FEATURES,
        types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS: _keep,
        types.WORKSPACE_CONFIGURATION: _configuration,
        types.CLIENT_REGISTER_CAPABILITY: _register,
        types.WINDOW_SHOW_MESSAGE_REQUEST: _ask,
        types.WORKSPACE_APPLY_EDIT: _apply,
        types.WORKSPACE_CODE_LENS_REFRESH: _refresh_lenses,
        types.WORKSPACE_INLAY_HINT_REFRESH: _refresh_hints,
    }


_FEATURES = _features()
