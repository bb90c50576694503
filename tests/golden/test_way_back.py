"""The way back from approved conversions: the original's bytes from git, and without git what converts to the same."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from farandole.frameworks.analyse import analyse
from farandole.removal import Origin, Removal, remove
from farandole.settings import load

from tests.golden.golden import Case, cases

CONVERTED = [
    case
    for case in cases()
    if case.files("in") != case.files("out") and not any(b"horovod" in text for text in case.files("in").values())
]
WRITTEN_OUT = {
    "data-branches", "data-counted-from", "data-counted-in-epochs", "data-counters", "keras-alone-starred",
    "layout-late-imports", "layout-semicolons", "optimizer-in-module", "optimizer-names", "output-alone",
    "output-directories", "output-keras", "output-metrics", "output-refused", "output-style", "output-tape",
    "rates-in-callbacks", "tf1-decisions", "tf1-gan", "tf1-imported-names", "tf1-monitored", "tf1-optimizer-by-name",
    "tf1-restore",
}  # fmt: skip
"""The conversions that write out what the original left to a default, so that the way back keeps it written out."""


def removal(case: Case, folder: Path) -> tuple[Removal, dict[str, bytes]]:
    """Remove Horovod from the approved conversion in a folder, and give the files as that leaves them."""
    folder = folder.resolve()
    options = load(entry := case.place(case.files("out"), folder))
    found = remove(analyse(entry, options), options)
    new = {
        document.path.relative_to(folder).as_posix(): document.encode(found.texts[document.path])
        for document in found.script.documents
        if document.path in found.texts
    }
    return found, case.files("out") | new


def git(folder: Path, *arguments: str) -> None:
    """Do something with git in a folder."""
    identity = ("-c", "user.name=Somebody", "-c", "user.email=somebody@example.org")
    subprocess.run(["git", *identity, *arguments], cwd=folder, check=True, capture_output=True)


@pytest.mark.slow
@pytest.mark.parametrize("case", CONVERTED, ids=lambda case: case.folder.name)
def test_the_original_comes_back_byte_by_byte(case: Case, tmp_path: Path) -> None:
    case.place(case.files("in"), tmp_path)
    git(tmp_path, "init", "-q")
    git(tmp_path, "add", "-A")
    git(tmp_path, "commit", "-q", "-m", "before")
    found, files = removal(case, tmp_path)
    assert found.origin is Origin.PROVED
    assert files == case.files("in")


@pytest.mark.slow
@pytest.mark.parametrize("case", CONVERTED, ids=lambda case: case.folder.name)
def test_without_git_a_script_comes_back_that_is_converted_to_the_same(case: Case, tmp_path: Path) -> None:
    found, files = removal(case, tmp_path)
    assert not found.obstacles
    assert not any(b"horovod" in content or b"hvd." in content for content in files.values())
    if case.folder.name not in WRITTEN_OUT:
        assert found.origin is Origin.PROVED


@pytest.mark.slow
@pytest.mark.parametrize("case", CONVERTED, ids=lambda case: case.folder.name)
def test_there_is_nothing_to_remove_from_an_original(case: Case, tmp_path: Path) -> None:
    options = load(entry := case.place(case.files("in"), tmp_path))
    assert remove(analyse(entry, options), options).texts == {}
