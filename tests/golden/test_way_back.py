"""The way back from approved conversions: the original's bytes from git, and without git what converts to the same."""

from __future__ import annotations

import ast
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
COMMITTED = [case for number, case in enumerate(CONVERTED) if (case.folder / "in").is_dir() or number % 8 == 0]
"""Those that come back from git: that the original converts to what is approved, the golden scripts show of all; so these
show what git adds, in projects of several files and some scripts."""

LEFT_ALONE = CONVERTED[::4]
"""Those that come back without git, one of four: each is analysed several times for it."""

BEGUN = [
    case
    for case in cases()
    if case.files("in") != case.files("out") and any(b"horovod" in text for text in case.files("in").values())
]
"""What somebody had begun to distribute before it was converted: nothing tells what it was before that, neither its bytes
nor git. What one process did of it is the same before the conversion and after."""

PROVED = 0.75
"""The share of conversions from which a script comes back without git whose conversion is the same. The others write out
what the text alone can't tell from what somebody wrote, such as a list of hooks in two parts."""


def removal(case: Case, folder: Path, side: str = "out") -> tuple[Removal, dict[str, bytes]]:
    """Remove Horovod from the approved conversion in a folder, or its original, and give the files as that leaves them."""
    folder = folder.resolve()
    options = load(entry := case.place(case.files(side), folder))
    found = remove(analyse(entry, options), options)
    new = {
        document.path.relative_to(folder).as_posix(): document.encode(found.texts[document.path])
        for document in found.script.documents
        if document.path in found.texts
    }
    return found, case.files(side) | new


def git(folder: Path, *arguments: str) -> None:
    """Do something with git in a folder."""
    identity = ("-c", "user.name=Somebody", "-c", "user.email=somebody@example.org")
    subprocess.run(["git", *identity, *arguments], cwd=folder, check=True, capture_output=True)


@pytest.mark.slow
@pytest.mark.parametrize("case", COMMITTED, ids=lambda case: case.folder.name)
def test_the_original_comes_back_byte_by_byte(case: Case, tmp_path: Path) -> None:
    case.place(case.files("in"), tmp_path)
    git(tmp_path, "init", "-q")
    git(tmp_path, "add", "-A")
    git(tmp_path, "commit", "-q", "-m", "before")
    found, files = removal(case, tmp_path)
    assert found.origin is Origin.RESTORED
    assert files == case.files("in")


@pytest.mark.slow
def test_without_git_nothing_of_horovod_is_left(tmp_path: Path) -> None:
    proved = 0
    for case in LEFT_ALONE:
        folder = tmp_path / case.folder.name
        folder.mkdir()
        found, files = removal(case, folder)
        assert not found.obstacles, case.folder.name
        assert not any(b"horovod" in content or b"hvd." in content for content in files.values()), case.folder.name
        proved += found.origin is Origin.PROVED
    assert proved >= PROVED * len(LEFT_ALONE)


@pytest.mark.parametrize("case", BEGUN, ids=lambda case: case.folder.name)
def test_what_was_begun_by_hand_comes_down_to_the_same_program(case: Case, tmp_path: Path) -> None:
    programs = []
    for side in ("in", "out"):
        (tmp_path / side).mkdir()
        found, files = removal(case, tmp_path / side, side)
        assert found.origin is Origin.BY_HAND and not found.obstacles
        assert not any(b"horovod" in content or b"hvd." in content for content in files.values())
        programs.append({name: ast.dump(ast.parse(content)) for name, content in files.items()})
    assert programs[0] == programs[1]
