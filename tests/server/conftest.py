"""Projects for the editor, and editors that the tests of a module share."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from lsprotocol import types

from tests.server.editor import MODERN, OLD, Editor, editor

KERAS = """\
import tensorflow as tf

model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
optimizer = tf.keras.optimizers.SGD(0.1)
model.compile(optimizer, "mse")
model.fit([[1.0]] * 64, [[2.0]] * 64)
"""
TAPE = """\
import tensorflow as tf

dataset = tf.data.Dataset.from_tensor_slices([[1.0], [2.0]]).batch(1)
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
opt = tf.keras.optimizers.Adam()
for batch in dataset:
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(model(batch))
    gradients = tape.gradient(loss, model.trainable_variables)
    opt.apply_gradients(zip(gradients, model.trainable_variables))
"""


class Project:
    """A folder with files."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.write("pyproject.toml", "")

    def write(self, name: str, text: str = KERAS) -> Path:
        """Write a file, its folders included: at once, so that no editor reads a part of it."""
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        part = path.with_name(f"{path.name}.part")
        part.write_bytes(text.encode())
        return part.replace(path)


@pytest.fixture
def project(workspace: Path, request: pytest.FixtureRequest) -> Project:
    """Give an empty project in the workspace of the module's editors."""
    folder = workspace / request.node.name.replace("/", "-")
    folder.mkdir()
    return Project(folder)


@pytest.fixture(scope="module")
def workspace(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Give the folder that the module's editors have open."""
    return tmp_path_factory.mktemp("workspace").resolve()


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def modern(workspace: Path) -> AsyncIterator[Editor]:
    """Give a client that pulls, resolves and annotates."""
    async with editor(workspace) as client:
        yield client


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def old(workspace: Path) -> AsyncIterator[Editor]:
    """Give a client that knows only the first version of the protocol."""
    async with editor(workspace, OLD) as client:
        yield client


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def pushing(workspace: Path) -> AsyncIterator[Editor]:
    """Give a modern client to which diagnostics are pushed."""
    async with editor(workspace, without_pull(MODERN)) as client:
        yield client


def without_pull(capabilities: types.ClientCapabilities) -> types.ClientCapabilities:
    """Give the capabilities of a client that does not ask for diagnostics."""
    return changed(capabilities, text_document={"diagnostic": None})


def changed(capabilities: types.ClientCapabilities, **parts: Mapping[str, Any]) -> types.ClientCapabilities:
    """Give capabilities with some of their parts changed."""
    import attrs  # noqa: PLC0415

    new = {name: attrs.evolve(getattr(capabilities, name), **fields) for name, fields in parts.items()}
    return attrs.evolve(capabilities, **new)
