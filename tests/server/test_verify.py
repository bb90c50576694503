"""Verify from the editor, with a real Horovod: it asks, shows how far it is, and leaves no process behind."""

from __future__ import annotations

import asyncio
import contextlib
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from lsprotocol import types
from pygls.uris import to_fs_path

from tests.horovod import environment
from tests.server.editor import Editor, editor, eventually

pytestmark = [pytest.mark.horovod, pytest.mark.asyncio]

SCRIPT = """\
import numpy as np
import tensorflow as tf

x = np.arange(64, dtype="float32").reshape(32, 2) / 64
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile(tf.keras.optimizers.SGD(0.1), "mse")
model.fit(x, x[:, :1], batch_size=4, epochs=EPOCHS, shuffle=False, verbose=0)
"""
VERIFY_SECONDS = 600
"""How long a verification may take on a machine that does much else."""


@pytest.fixture
def python() -> str:
    """Give the interpreter that has TensorFlow and Horovod, or skip."""
    found = environment.interpreter()
    if found is None:
        pytest.skip("no environment with Horovod; build it with: python3 tests/horovod/environment.py")
    return str(found)


def project(folder: Path, epochs: int) -> Path:
    folder = folder.resolve() / "project"
    folder.mkdir()
    (folder / "pyproject.toml").touch()
    path = folder / "train.py"
    path.write_text(SCRIPT.replace("EPOCHS", str(epochs)), encoding="utf-8")
    return path


@asynccontextmanager
async def session(path: Path, python: str) -> AsyncIterator[tuple[Editor, str, Path]]:
    """Give an editor with a script, and the folder in which a verification puts its copies."""
    scratch = path.parent.with_name("scratch")
    scratch.mkdir()
    settings = {"python": python, "processes": 2}
    async with editor(path.parent, settings=settings, environment={"TMPDIR": str(scratch)}) as client:
        yield client, client.open(path), scratch


async def lenses(client: Editor, uri: str) -> list[str]:
    params = types.CodeLensParams(types.TextDocumentIdentifier(uri))
    found = await client.text_document_code_lens_async(params)
    return [lens.command.title for lens in found or () if lens.command]


def verification(client: Editor, uri: str) -> asyncio.Future[Any]:
    params = types.ExecuteCommandParams("farandole.verify", arguments=[uri])
    return asyncio.ensure_future(client.workspace_execute_command_async(params))


def progress(client: Editor) -> tuple[types.ProgressToken, list[Any]] | None:
    """Give the token and the reports of a verification."""
    every: dict[types.ProgressToken, list[Any]] = client.progress_reports  # type: ignore[assignment]
    return next(
        (each for each in every.items() if each[1] and getattr(each[1][0], "title", "") == "Verify train.py"), None
    )


def runs(client: Editor) -> types.ProgressToken | None:
    """Give the token of a verification that runs a script already."""
    found = progress(client)
    return found[0] if found is not None and any("-np" in str(each.message) for each in found[1]) else None


def processes_naming(folder: Path) -> list[str]:
    """Give the command lines of the running processes that name a folder."""
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit() and int(entry.name) != os.getpid():
            with contextlib.suppress(OSError):
                command = (entry / "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
                if str(folder) in command:
                    found.append(command)
    return found


async def test_it_asks_runs_shows_progress_and_gives_the_report(tmp_path: Path, python: str) -> None:
    path = project(tmp_path, epochs=1)
    before = path.read_bytes()
    async with session(path, python) as (client, uri, scratch):
        client.answer = "Don't run"
        assert await verification(client, uri) is None
        assert "train.py" in client.questions[-1] and progress(client) is None
        client.answer = "Full Verification"
        report = await asyncio.wait_for(verification(client, uri), VERIFY_SECONDS)
        assert report["holds"], report
        assert [each["verdict"] for each in report["oracles"] if each["number"] in (1, 2, 3, 6, 7)] == ["passed"] * 5
        found = progress(client)
        assert found is not None
        begin, *reports, end = found[1]
        assert begin.cancellable and isinstance(end, types.WorkDoneProgressEnd)
        said = [each.message for each in reports]
        assert any("original" in each for each in said) and any("-np 2" in each for each in said), said
        assert any("train.py is verified: nothing failed" in each.message for each in client.messages)
        assert "Verified: nothing failed" in await lenses(client, uri)
        (shown,) = client.shown_documents
        page = Path(str(to_fs_path(shown.uri))).read_text(encoding="utf-8")
        assert (
            page.startswith("# train.py, verified\n")
            and "| 1 | compiles, and ends under horovodrun | ✓ holds |" in page
        )
        client.edit(uri, 0, 0, "# another text\n")
        assert "Verify" in await lenses(client, uri)
        assert not processes_naming(scratch) and not list(scratch.glob("farandole-verify-*"))
    assert path.read_bytes() == before and [*path.parent.iterdir()] == [path.with_name("pyproject.toml"), path]


async def test_a_quick_proof_from_a_module_shows_what_fails_at_its_line_until_the_text_changes(
    tmp_path: Path, python: str
) -> None:
    path = project(tmp_path, epochs=1)
    wrong = SCRIPT.replace("EPOCHS", "1").replace(
        "import numpy", "import horovod.tensorflow.keras as hvd\nimport numpy"
    )
    wrong = wrong.replace("x = np", "hvd.init()\nfrom layers import units\nx = np").replace("Dense(1)", "Dense(units)")
    path.write_text(wrong + "if hvd.rank() == 1:\n    raise ValueError('told')\n", encoding="utf-8")
    module = path.with_name("layers.py")
    module.write_text("import tensorflow\nunits = 1\n", encoding="utf-8")
    async with session(path, python) as (client, uri, _):
        await eventually(lambda: client.diagnostic_refresh_count)
        client.answer = "Quick Proof"
        report = await asyncio.wait_for(verification(client, client.open(module)), VERIFY_SECONDS)
        assert report["proof"] == "quick" and Path(report["script"]) == path
        failed = [each for each in await client.pulled(uri) if each.message.startswith("Verify: ")]
        told = next(each for each in failed if "told" in each.message)
        assert client.marked(uri, told.range).startswith("raise ValueError")
        assert any(title.startswith("Quickly proved: ") and "failed" in title for title in await lenses(client, uri))
        client.edit(uri, 0, 0, "# another text\n")
        assert not [each for each in await client.pulled(uri) if each.message.startswith("Verify: ")]


async def test_a_cancelled_verification_leaves_no_process(tmp_path: Path, python: str) -> None:
    path = project(tmp_path, epochs=100_000)
    async with session(path, python) as (client, uri, scratch):
        asked = verification(client, uri)
        token = await eventually(lambda: runs(client), VERIFY_SECONDS)
        assert processes_naming(scratch)
        client.window_work_done_progress_cancel(types.WorkDoneProgressCancelParams(token))
        assert await asyncio.wait_for(asked, VERIFY_SECONDS) is None
        assert not processes_naming(scratch) and not list(scratch.glob("farandole-verify-*"))
        assert not client.messages, "who has cancelled it knows"


@pytest.mark.parametrize("end", ["it dies", "it shuts the server down"])
async def test_a_client_that_is_gone_leaves_no_process(tmp_path: Path, python: str, end: str) -> None:
    path = project(tmp_path, epochs=100_000)
    async with session(path, python) as (client, uri, scratch):
        asked = verification(client, uri)
        await eventually(lambda: runs(client), VERIFY_SECONDS)
        assert processes_naming(scratch)
        if end == "it dies":
            assert client.process.stdin is not None
            client.process.stdin.close()
        else:
            await client.shutdown_async(None)
            client.exit(None)
        await asyncio.wait_for(client.process.wait(), VERIFY_SECONDS)
        await eventually(lambda: not processes_naming(scratch), VERIFY_SECONDS)
        await asyncio.gather(asked, return_exceptions=True)
