"""Files are written all or not at all."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from farandole.cli.writing import Change, WriteError, write_all


def test_a_file_that_changed_meanwhile_keeps_all_files_as_they_are(tmp_path: Path) -> None:
    first, second = tmp_path / "a.py", tmp_path / "b.py"
    first.write_bytes(b"old a")
    second.write_bytes(b"someone else's b")
    changes = [Change(first, b"old a", b"new a"), Change(second, b"old b", b"new b")]
    with pytest.raises(WriteError, match=r"b\.py changed while it was converted; nothing was written"):
        write_all(changes)
    assert first.read_bytes() == b"old a"
    assert second.read_bytes() == b"someone else's b"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.py", "b.py"]


def test_a_file_that_is_gone_keeps_all_files_as_they_are(tmp_path: Path) -> None:
    first = tmp_path / "a.py"
    first.write_bytes(b"old a")
    with pytest.raises(WriteError, match="nothing was written"):
        write_all([Change(first, b"old a", b"new a"), Change(tmp_path / "gone" / "b.py", b"old b", b"new b")])
    assert first.read_bytes() == b"old a"
    assert [path.name for path in tmp_path.iterdir()] == ["a.py"]


def test_an_interrupt_between_two_files_puts_the_first_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first, second = tmp_path / "a.py", tmp_path / "b.py"
    first.write_bytes(b"old a")
    first.chmod(0o640)
    second.write_bytes(b"old b")
    replace = os.replace

    def interrupted(source: Path, target: Path) -> None:
        if target == second:
            raise KeyboardInterrupt
        replace(source, target)

    monkeypatch.setattr(os, "replace", interrupted)
    with pytest.raises(KeyboardInterrupt):
        write_all([Change(first, b"old a", b"new a"), Change(second, b"old b", b"new b")])
    assert (first.read_bytes(), second.read_bytes()) == (b"old a", b"old b")
    assert first.stat().st_mode & 0o777 == 0o640
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.py", "b.py"]


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may write everything")
def test_a_read_only_file_is_not_written(tmp_path: Path) -> None:
    path = tmp_path / "a.py"
    path.write_bytes(b"old")
    path.chmod(0o444)
    with pytest.raises(WriteError, match="is read-only; nothing was written"):
        write_all([Change(path, b"old", b"new")])
    assert path.read_bytes() == b"old"
