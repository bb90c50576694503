"""Settings of the client and of pyproject.toml, for each folder, and changed live."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from farandole.conversion.plan import make_plan
from farandole.frameworks.analyse import analyse
from farandole.options import Options
from lsprotocol import types

from tests.server.conftest import KERAS, Project, changed
from tests.server.editor import MODERN, OLD, SERVER, Editor, editor, eventually
from tests.server.wire import Wire, request

pytestmark = pytest.mark.asyncio(loop_scope="module")

NUMBERS = "import tensorflow as tf\n\nmodel = tf.keras.Sequential([tf.keras.layers.Dense(1)])\nmodel.compile(tf.keras.optimizers.SGD(0.1))\nmodel.fit([1.0], batch_size=8)\n"


async def configure(client: Editor, settings: Any, scope: str = "") -> None:
    """Change the client's settings, and wait until the server has asked for them."""
    client.set_configuration(settings, section="farandole", scope_uri=scope or None)
    before = client.diagnostic_refresh_count
    client.workspace_did_change_configuration(types.DidChangeConfigurationParams(None))
    await eventually(lambda: client.diagnostic_refresh_count > before + 1)


async def codes(client: Editor, uri: str) -> dict[str, types.DiagnosticSeverity | None]:
    return {str(each.code): each.severity for each in await client.pulled(uri)}


async def test_the_severity_of_a_code_or_a_prefix(modern: Editor, project: Project) -> None:
    uri = modern.open(project.write("train.py"))
    await configure(modern, {"severity": {"HVD1": "hint", "HVD103": "error", "HVD102": "off"}})
    found = await codes(modern, uri)
    assert found["HVD103"] == types.DiagnosticSeverity.Error
    assert found["HVD101"] == types.DiagnosticSeverity.Hint
    assert "HVD102" not in found


async def test_options_of_the_client_are_used_and_pyproject_comes_first(modern: Editor, project: Project) -> None:
    uri = modern.open(project.write("train.py"))
    await configure(modern, {"select": ["HVD101", "HVD103"], "learningRateScaling": "none"})
    assert set(await codes(modern, uri)) == {"HVD101"}
    table = project.write("pyproject.toml", '[tool.farandole]\nlearning-rate-scaling = "linear"\n')
    modern.workspace_did_change_watched_files(
        types.DidChangeWatchedFilesParams([types.FileEvent(table.as_uri(), types.FileChangeType.Changed)])
    )
    assert set(await codes(modern, uri)) == {"HVD101", "HVD103"}


async def test_wrong_settings_are_named_once_and_the_others_hold(modern: Editor, project: Project) -> None:
    uri = modern.open(project.write("train.py"))
    wrong = {"severity": {"HVD101": "loud"}, "processes": 0, "data": "some", "codeLens": False}
    for _ in range(2):
        await configure(modern, wrong)
    said = [each.message for each in modern.messages]
    for word in ("loud", "processes", "some"):
        assert len([message for message in said if word in message]) == 1
    assert "HVD101" in await codes(modern, uri)
    assert not await modern.text_document_code_lens_async(types.CodeLensParams(types.TextDocumentIdentifier(uri)))


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ("loud", "the settings must be an object"),
        (["select"], "the settings must be an object"),
        ({"severity": ["HVD1"]}, "“farandole.severity”: must be an object"),
        ({"codeLens": "yes"}, "“farandole.codeLens”: must be true or false"),
        ({"inlayHints": 1}, "“farandole.inlayHints”: must be true or false"),
        ({"processes": "2"}, "“farandole.processes”: must be a number"),
        ({"processes": True}, "“farandole.processes”: must be a number"),
        ({"python": 3}, "“farandole.python”: must be a string"),
        ({"delay": -1}, "“farandole.delay”: must be milliseconds"),
        ({"select": "HVD1"}, "“select” must be a list of strings"),
        ({"ignore": [1]}, "“ignore” must be a list of strings"),
        ({"exclude": {"a": 1}}, "“exclude” must be a list of strings"),
        ({"catalog": ["none.toml"]}, "“catalog”: no such file"),
        ({"learningRateScaling": 2}, "“learning-rate-scaling” must be one of"),
    ],
)
async def test_settings_of_wrong_types_are_named_and_the_defaults_hold(
    modern: Editor, project: Project, settings: Any, words: str
) -> None:
    uri = modern.open(project.write("train.py"))
    await configure(modern, settings)
    assert [each.message for each in modern.messages if words in each.message]
    assert "HVD103" in await codes(modern, uri)
    await configure(modern, {})


async def test_inlay_hints_when_they_are_wanted(modern: Editor, project: Project) -> None:
    uri = modern.open(project.write("train.py", NUMBERS))
    everything = types.Range(types.Position(0, 0), types.Position(9, 0))

    async def hints() -> list[tuple[str, str]]:
        params = types.InlayHintParams(types.TextDocumentIdentifier(uri), everything)
        found = await modern.text_document_inlay_hint_async(params)
        return [
            (str(hint.label), modern.marked(uri, types.Range(types.Position(hint.position.line, 0), hint.position)))
            for hint in found or ()
        ]

    await configure(modern, {})
    assert await hints() == []
    await configure(modern, {"inlayHints": True, "processes": 4})
    rate, batch = ("→ 0.4", "model.compile(tf.keras.optimizers.SGD(0.1"), ("→ 32", "model.fit([1.0], batch_size=8")
    assert await hints() == [rate, batch]
    everything = modern.at(uri, "model.fit([1.0], batch_size=8)")
    assert await hints() == [batch]


async def saved(client: Editor, path: Path) -> None:
    event = types.FileEvent(path.as_uri(), types.FileChangeType.Changed)
    client.workspace_did_change_watched_files(types.DidChangeWatchedFilesParams([event]))


@pytest.mark.parametrize(
    ("text", "line", "says"),
    [
        ("[tool.farandole\n", 0, "Expected ']'"),
        ('[tool.farandole]\ndata = "steps"\nselekt = ["HVD101"]\n', 2, "Unknown key “selekt”; did you mean “select”?"),
        ("a = " + "[" * 20_000, 0, "nested too deeply"),
    ],
)
async def test_a_wrong_pyproject_is_said_at_its_line_and_the_last_settings_hold(
    modern: Editor, project: Project, text: str, line: int, says: str
) -> None:
    await configure(modern, {})
    table = project.write("pyproject.toml", '[tool.farandole]\nignore = ["HVD102"]\n')
    uri = modern.open(project.write("train.py"))
    before = await codes(modern, uri)
    assert "HVD101" in before and "HVD102" not in before
    project.write("pyproject.toml", text)
    await saved(modern, table)
    await eventually(lambda: modern.diagnostics.get(table.as_uri()))
    (problem,) = modern.diagnostics[table.as_uri()]
    assert says in problem.message and problem.range.start.line == line
    assert await codes(modern, uri) == before
    project.write("pyproject.toml", "")
    await saved(modern, table)
    await eventually(lambda: not modern.diagnostics[table.as_uri()])
    assert "HVD102" in await codes(modern, uri)


async def test_with_settings_that_were_never_right_all_is_shown_and_nothing_converted(
    modern: Editor, project: Project
) -> None:
    await configure(modern, {})
    project.write("pyproject.toml", '[tool.farandole]\nselekt = ["HVD101"]\n')
    uri = modern.open(project.write("train.py"))
    assert "HVD103" in await codes(modern, uri)
    (action,) = await modern.actions(uri, modern.at(uri, "import"), ["refactor.rewrite.horovod"])
    assert action.disabled is not None and "pyproject.toml:2: unknown key “selekt”" in action.disabled.reason


async def test_an_interpreter_that_is_none_is_said_at_once(modern: Editor, project: Project) -> None:
    await configure(modern, {"python": "/nowhere/python"})
    assert [each for each in modern.messages if "/nowhere/python" in each.message]
    await configure(modern, {})


@pytest.mark.parametrize(
    ("value", "severity"),
    [("warning", types.DiagnosticSeverity.Warning), ("auto", types.DiagnosticSeverity.Hint), ("off", None)],
)
async def test_one_setting_shows_more_or_less_of_the_missing_steps(
    modern: Editor, project: Project, value: str, severity: types.DiagnosticSeverity | None
) -> None:
    uri = modern.open(project.write("train.py"))
    await configure(modern, {"missingSteps": value})
    assert set((await codes(modern, uri)).values()) == ({severity} if severity else set())
    await configure(modern, {})


async def test_what_is_not_asked_for_does_not_count(modern: Editor, project: Project) -> None:
    uri = modern.open(project.write("train.py"))
    await configure(modern, {"ignore": ["HVD102", "HVD103"]})
    (title, *_) = (
        await modern.text_document_code_lens_async(types.CodeLensParams(types.TextDocumentIdentifier(uri))) or ()
    )
    assert title.command is not None and "0 of 5 steps done" in title.command.title
    await configure(modern, {})


async def test_each_folder_has_its_settings(tmp_path: Path) -> None:
    folders = [tmp_path.resolve() / name for name in ("first", "second")]
    for folder in folders:
        folder.mkdir()
        (folder / "train.py").write_text(KERAS, encoding="utf-8")
    async with editor(folders) as client:
        await eventually(lambda: client.diagnostic_refresh_count)
        await configure(client, {"ignore": ["HVD103"]}, folders[1].as_uri())
        first, second = (client.open(folder / "train.py") for folder in folders)
        assert "HVD103" in await codes(client, first)
        assert "HVD103" not in await codes(client, second)
        event = types.WorkspaceFoldersChangeEvent([], [types.WorkspaceFolder(folders[1].as_uri(), "second")])
        client.workspace_did_change_workspace_folders(types.DidChangeWorkspaceFoldersParams(event))
        before = client.diagnostic_refresh_count
        await eventually(lambda: client.diagnostic_refresh_count > before)
        assert "HVD103" in await codes(client, second)


async def test_an_old_client_gives_its_settings_with_the_start_or_in_the_notification(tmp_path: Path) -> None:
    path = tmp_path.resolve() / "train.py"
    path.write_text(KERAS, encoding="utf-8")
    async with editor(path.parent, OLD, options={"settings": {"select": ["HVD101"]}}) as client:
        uri = client.open(path)
        await eventually(lambda: [each.code for each in client.diagnostics.get(uri, ())] == ["HVD101"])
        settings = {"farandole": {"select": ["HVD103"]}}
        client.workspace_did_change_configuration(types.DidChangeConfigurationParams(settings))
        await eventually(lambda: [each.code for each in client.diagnostics[uri]] == ["HVD103"])


async def test_packages_beside_the_project_are_read_only_when_it_is_trusted(tmp_path: Path) -> None:
    """A model class of an installed library: whether it is one can only be known from its source."""
    folder = tmp_path.resolve()
    packages = folder / ".venv" / "lib" / "python3.11" / "site-packages" / "nets"
    packages.mkdir(parents=True)
    (folder / "pyproject.toml").touch()
    source = "import tensorflow as tf\n\nclass Net(tf.keras.Model):\n    def learn(self):\n        self.fit([1.0])\n"
    (packages / "__init__.py").write_text(source, encoding="utf-8")
    text = "import tensorflow as tf\nfrom nets import Net\n\nmodel = Net()\nmodel.fit([1.0])\n"
    (folder / "train.py").write_text(text, encoding="utf-8")
    for trusted, python in ((False, ""), (False, ".venv"), (True, ""), (True, ".venv")):
        async with editor(folder, settings={"python": python}, options={"trusted": trusted}) as client:
            await eventually(lambda client=client: client.diagnostic_refresh_count)  # type: ignore[misc]
            found = await hovered(client, client.open(folder / "train.py"), "model = ")
            assert ("`nets.Net`" in found) == trusted, python


async def hovered(client: Editor, uri: str, mark: str) -> str:
    params = types.HoverParams(types.TextDocumentIdentifier(uri), client.at(uri, mark).start)
    hover = await client.text_document_hover_async(params)
    assert hover is None or isinstance(hover.contents, types.MarkupContent)
    return hover.contents.value if hover is not None else ""  # type: ignore[union-attr]


@pytest.mark.parametrize("named_by", ["environment", "interpreter"])
async def test_each_folder_may_have_an_interpreter(tmp_path: Path, named_by: str) -> None:
    """Two environments outside of the workspace, with packages of the same name."""
    base = tmp_path.resolve()
    folders = [base / "work" / name for name in ("first", "second")]
    text = "import tensorflow as tf\nfrom nets import Net\n\nmodel = Net()\nmodel.fit([1.0])\n"
    for folder in folders:
        nets = base / f"env-{folder.name}" / "lib" / "python3.11" / "site-packages" / "nets"
        nets.mkdir(parents=True)
        source = (
            f"import tensorflow as tf\nclass Own(tf.keras.Model):\n    pass\nclass Net(Own):\n    '''{folder.name}'''\n"
        )
        (nets / "__init__.py").write_text(source, encoding="utf-8")
        folder.mkdir(parents=True)
        (folder / "pyproject.toml").touch()
        (folder / "train.py").write_text(text, encoding="utf-8")
    async with editor(folders) as client:
        await eventually(lambda: client.diagnostic_refresh_count)
        uris = [client.open(folder / "train.py") for folder in folders]
        assert ["`nets.Net`" in await hovered(client, uri, "model = ") for uri in uris] == [False, False]
        for folder in folders:
            python = base / f"env-{folder.name}" / ("bin/python" if named_by == "interpreter" else "")
            await configure(client, {"python": str(python)}, folder.as_uri())
        assert ["`nets.Net`" in await hovered(client, uri, "model = ") for uri in uris] == [True, True]
        await configure(client, {"python": ""}, folders[0].as_uri())
        assert ["`nets.Net`" in await hovered(client, uri, "model = ") for uri in uris] == [False, True]


@pytest.mark.parametrize("units", list(types.PositionEncodingKind))
async def test_the_clients_encoding_is_used(tmp_path: Path, units: types.PositionEncodingKind) -> None:
    path = tmp_path.resolve() / "train.py"
    text = KERAS.replace("SGD(0.1)", "SGD(0.1 + len('é😋…'))").replace("\n", "\r\n").replace("model =", "\x0cmodel =")
    path.write_bytes(text.encode())
    capabilities = changed(MODERN, general={"position_encodings": [units]})
    async with editor(path.parent, capabilities) as client:
        assert client.units == units.value
        uri = client.open(path)
        (rate,) = [each for each in await client.pulled(uri) if each.code == "HVD103"]
        assert client.marked(uri, rate.range) == "0.1 + len('é😋…')"
        client.replace(uri, "…'", "😋😋' ")
        (rate,) = [each for each in await client.pulled(uri) if each.code == "HVD103"]
        assert client.marked(uri, rate.range) == "0.1 + len('é😋😋😋' )"
        path.write_bytes(client.texts[uri].encode())
        expected = make_plan(analyse(path, Options()), Options()).texts[path]
        place = client.at(uri, "model.fit")
        resolved = await client.code_action_resolve_async((await client.actions(uri, place, ["refactor"]))[0])
        assert resolved.edit is not None
        assert client.apply(resolved.edit) == {uri: expected}


@pytest.mark.parametrize(("level", "lines"), [("error", 0), ("warning", 1), ("info", 2), ("debug", 2)])
async def test_the_log_has_a_level_and_goes_to_stderr(tmp_path: Path, level: str, lines: int) -> None:
    wire = await Wire.open(*SERVER, "--log", level)
    await wire.initialize(rootUri=tmp_path.as_uri())
    item = {"uri": "git:/old.py", "languageId": "python", "version": 1, "text": ""}  # said at the level info
    wire.send({"jsonrpc": "2.0", "method": "textDocument/didOpen", "params": {"textDocument": item}})
    change = {"textDocument": {"uri": "file:///not/open.py", "version": 2}, "contentChanges": [{"text": ""}]}
    wire.send({"jsonrpc": "2.0", "method": "textDocument/didChange", "params": change})  # a warning
    wire.send(request(1, "shutdown"))
    await wire.answer(1)
    wire.send({"jsonrpc": "2.0", "method": "exit"})
    _, err = await wire.ended()
    assert sum("git:/old.py" in line or "not open" in line for line in err.splitlines()) == lines
    assert all(line.startswith("farandole: ") for line in err.splitlines())


@pytest.mark.parametrize("trace", list(types.TraceValue))
async def test_a_trace_is_kept_as_far_as_it_is_wanted(tmp_path: Path, trace: types.TraceValue) -> None:
    path = tmp_path.resolve() / "train.py"
    path.write_text(KERAS, encoding="utf-8")
    async with editor(path.parent) as client:
        traced: list[types.LogTraceParams] = []

        def keep(params: types.LogTraceParams) -> None:
            traced.append(params)

        client.feature(types.LOG_TRACE)(keep)
        client.set_trace(types.SetTraceParams(trace))
        await client.pulled(client.open(path))
        if trace is types.TraceValue.Off:
            assert not traced
            return
        await eventually(lambda: [each for each in traced if each.message == "handled textDocument/diagnostic"])
        assert all((each.verbose is not None) == (trace is types.TraceValue.Verbose) for each in traced)


async def test_the_log_can_go_to_the_client(tmp_path: Path) -> None:
    async with editor(tmp_path.resolve(), options={"logTo": "client", "logLevel": "info"}) as client:
        await eventually(lambda: any("0 scripts" in each.message for each in client.log_messages))
        item = types.TextDocumentItem("git:/old.py", "python", 1, "")
        client.text_document_did_open(types.DidOpenTextDocumentParams(item))
        await eventually(lambda: any("git:/old.py" in each.message for each in client.log_messages))
        assert {each.type for each in client.log_messages} == {types.MessageType.Info}
