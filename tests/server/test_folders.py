"""The scripts below a folder, distributed by one command."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from farandole.cli import main
from lsprotocol import types
from pygls.uris import to_fs_path

from tests.server.conftest import KERAS, TAPE, Project
from tests.server.editor import Editor, editor, eventually

MODULE = """\
import tensorflow as tf


def make_optimizer():
    return tf.keras.optimizers.Adam(0.001)
"""
FIRST = KERAS.replace("tf.keras.optimizers.SGD(0.1)", "make_optimizer()").replace(
    "tf\n", "tf\nfrom common import make_optimizer\n", 1
)
SECOND = FIRST.replace("[[1.0]], [[2.0]]", "[[3.0]], [[4.0]]")
pytestmark = pytest.mark.asyncio(loop_scope="module")

BLOCKED = KERAS.replace("model = ", "with tf.distribute.experimental.ParameterServerStrategy().scope():\n    model = ")


async def distribute(client: Editor, folder: Path) -> object:
    """Give what the command gives."""
    params = types.ExecuteCommandParams("farandole.distributeFolder", [folder.as_uri()])
    return await client.workspace_execute_command_async(params)


async def test_a_folder_becomes_what_the_command_line_makes_of_it(
    modern: Editor, project: Project, tmp_path: Path
) -> None:
    files = {"one.py": FIRST, "two.py": SECOND, "common.py": MODULE, "models/tape.py": TAPE, "plain.py": "print(1)\n"}
    for name, text in files.items():
        project.write(f"there/{name}", text)
    copy = Project(tmp_path)
    for name, text in files.items():
        copy.write(name, text)
    assert main(["distribute", str(tmp_path), "--write"]) == 0
    uri = modern.open(project.folder / "there" / "one.py")
    assert await distribute(modern, project.folder / "there") is True
    made = {name: modern.texts[uri] if name == "one.py" else _read(project.folder / "there" / name) for name in files}
    assert made == {name: _read(tmp_path / name) for name in files}
    assert await distribute(modern, project.folder / "there") is None
    await eventually(lambda: any("nothing is to be done" in each.message for each in modern.messages))


async def test_what_can_not_be_distributed_is_left_and_told(modern: Editor, project: Project) -> None:
    good = project.write("there/good.py")
    files = {"blocked.py": BLOCKED, "broken.py": KERAS + "x = = 1\n"}
    for name, text in files.items():
        project.write(f"there/{name}", text)
    shown = len(modern.shown_documents)
    assert await distribute(modern, good.parent) is True
    assert "hvd.init()" in _read(good)
    assert {name: _read(good.parent / name) for name in files} == files
    await eventually(lambda: any("1 of 3 scripts in there are distributed" in each.message for each in modern.messages))
    page = await eventually(lambda: modern.shown_documents[shown:])
    text = Path(str(to_fs_path(page[0].uri))).read_text(encoding="utf-8")
    assert "| blocked.py | **left as it is**: blocked.py:3: " in text
    assert "| broken.py | **left as it is**: " in text and "syntax error" in text
    assert "| good.py | distributed |" in text


async def test_an_old_client_gets_plain_edits(old: Editor, project: Project) -> None:
    paths = [project.write(f"there/{name}.py") for name in ("one", "two")]
    assert await distribute(old, paths[0].parent) is True
    assert all("hvd.init()" in _read(path) for path in paths)


async def test_it_shows_progress_and_can_be_cancelled(tmp_path: Path) -> None:
    folder = tmp_path.resolve()
    for number in range(40):
        (folder / f"train{number}.py").write_text(KERAS, encoding="utf-8")
    async with editor(folder) as client:
        running = asyncio.ensure_future(distribute(client, folder))
        reports = await eventually(
            lambda: [each for each in client.progress_reports.values() if "Distribute" in str(each)]
        )
        await eventually(lambda: "of 40" in str(reports[0]))
        (token,) = [token for token, each in client.progress_reports.items() if each is reports[0]]
        client.window_work_done_progress_cancel(types.WorkDoneProgressCancelParams(token))
        assert await running is False
        assert isinstance(reports[0][-1], types.WorkDoneProgressEnd)
        assert {_read(path) for path in folder.glob("*.py")} == {KERAS}


@pytest.mark.parametrize("name", ["nowhere", "train.py"])
async def test_what_is_no_folder_is_refused(modern: Editor, project: Project, name: str) -> None:
    path = project.write("train.py")
    with pytest.raises(Exception, match="must be the address of a folder"):
        await distribute(modern, path.parent / name)


def _read(path: Path) -> str:
    return path.read_text(encoding="utf-8")
