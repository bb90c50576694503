"""What is said of a text after its comments have changed is what a fresh analysis says."""

from __future__ import annotations

import random
from collections.abc import Mapping
from pathlib import Path

import pytest
from farandole.source import read
from farandole_server.analysis import Analyst, Carried, Snapshot
from farandole_server.configuration import Settings
from farandole_server.diagnostics import Versioned, diagnostics
from farandole_server.positions import Lines
from farandole_server.texts import Buffer, File, Text, Texts
from farandole_server.worker import Token
from lsprotocol import types

GOLDEN = Path(__file__).parents[1] / "golden"
SCRIPTS = sorted(GOLDEN.rglob("*.py"))
TRIVIA = ("\n", "# what comes is new\n", "        # deeper\n", "\n\n\n", "# x\n\n    # y\n")


def opened(path: Path, text: str, version: int) -> tuple[Snapshot, Text]:
    file = File(path, Buffer(path.as_uri(), version, Lines(text, types.PositionEncodingKind.Utf16)))
    texts = Texts().with_text(file)
    encoding = types.PositionEncodingKind.Utf16.value
    reach = {path: frozenset[Path]()}
    return Snapshot(texts, encoding, {None: Settings()}, reach, True, 0, False, {}), file


def said(analyst: Analyst, path: Path, text: str, version: int) -> Mapping[str, Versioned]:
    return diagnostics(analyst, *opened(path, text, version), Token(lambda: None))


def changed(choose: random.Random, text: str) -> str:
    """Put comments and blank lines between lines of a text, and take some away."""
    lines = text.splitlines(keepends=True)
    for _ in range(choose.randrange(1, 4)):
        at = choose.randrange(len(lines) + 1)
        lines.insert(at, choose.choice(TRIVIA))
    for at in range(len(lines) - 1, 0, -1):
        if not lines[at].strip() and choose.random() < 0.3:
            del lines[at]
    return "".join(lines)


@pytest.mark.parametrize("path", SCRIPTS[:: max(1, len(SCRIPTS) // 40)], ids=lambda path: path.stem)
def test_a_carried_answer_is_the_fresh_one(path: Path) -> None:
    choose = random.Random(path.name)
    text = read(path).text
    analyst = Analyst()
    said(analyst, path, text, 0)
    for version in (1, 2):
        new = changed(choose, text)
        assert said(analyst, path, new, version) == said(Analyst(), path, new, version)


def test_nothing_is_analysed_anew_for_a_comment(tmp_path: Path) -> None:
    text = "import tensorflow as tf\n\nmodel = tf.keras.Sequential()\nmodel.compile('sgd', 'mse')\nmodel.fit([1.0], [2.0])\n"
    path = tmp_path / "train.py"
    analyst = Analyst()
    said(analyst, path, text, 0)
    snapshot, _ = opened(path, text.replace("model.fit", "# here\nmodel.fit"), 1)
    found = analyst.said(snapshot, path, pytest.fail)
    assert isinstance(found, Carried)
    assert {found.documents[path].text[each.span.start : each.span.end] for each in found.findings} >= {
        "model.fit([1.0], [2.0])"
    }
