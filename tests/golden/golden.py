"""Scripts with the conversion that a reader has approved.

A case is a folder with `in.py` and `out.py`, or with the folders `in` and `out` for a project of several files and the
path of its script in the file `entry`. Two more files may stand beside them: `options.toml`, with the keys of
`[tool.farandole]`, and `stderr.txt`, with what the command says; it must be there when the conversion changes nothing.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from farandole.cli.report import report
from farandole.conversion.plan import Plan, analysis, make_plan
from farandole.frameworks.script import Script
from farandole.options import Options
from farandole.settings import load

ROOT = Path(__file__).parent


@dataclass(frozen=True)
class Case:
    """One folder of golden files."""

    folder: Path

    @property
    def entry(self) -> str:
        """The script's path in the project."""
        file = self.folder / "entry"
        return file.read_text(encoding="utf-8").strip() if file.exists() else "train.py"

    @property
    def stderr(self) -> Path:
        """The file with what the command says."""
        return self.folder / "stderr.txt"

    def files(self, side: str) -> dict[str, bytes]:
        """Give the project's files, of the side `in` or `out`, by their paths in the project."""
        single = self.folder / f"{side}.py"
        if single.exists():
            return {self.entry: single.read_bytes()}
        if not (self.folder / side).is_dir():
            raise FileNotFoundError(f"{self.folder.name} has neither {side}.py nor {side}/; see tests/golden/accept.py")
        return read_tree(self.folder / side)

    def place(self, files: dict[str, bytes], folder: Path) -> Path:
        """Write a project's files into an empty folder, with the case's options, and give the script's path."""
        for name, content in files.items():
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
        options = self.folder / "options.toml"
        table = options.read_text(encoding="utf-8") if options.exists() else ""
        (folder / "pyproject.toml").write_text(f"[tool.farandole]\n{table}", encoding="utf-8")
        return folder / self.entry

    def accept(self, files: dict[str, bytes]) -> None:
        """Make these files the approved ones."""
        if (self.folder / "in.py").exists():
            (self.folder / "out.py").write_bytes(files[self.entry])
            return
        shutil.rmtree(self.folder / "out", ignore_errors=True)
        for name, content in files.items():
            path = self.folder / "out" / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)


@dataclass(frozen=True)
class Conversion:
    """A plan with the project's files as it leaves them, and what the command says about it."""

    plan: Plan
    files: dict[str, bytes]
    said: str

    @property
    def digest(self) -> str:
        """A digest of the files and of what the command says."""
        return sha256(repr((sorted(self.files.items()), self.said)).encode()).hexdigest()


def cases() -> list[Case]:
    """Give every case, by name."""
    return [Case(path) for path in sorted(ROOT.iterdir()) if (path / "in.py").exists() or (path / "in").is_dir()]


def convert(
    case: Case, files: dict[str, bytes], folder: Path, planned: Callable[[Script, Options], Plan] = make_plan
) -> Conversion:
    """Convert a project's files in an empty folder."""
    folder = folder.resolve()
    options = load(entry := case.place(files, folder))
    plan = planned(analysis(options)(entry, options), options)
    new = {
        document.path.relative_to(folder).as_posix(): document.encode(plan.texts[document.path])
        for document in plan.script.documents
        if document.path in plan.texts
    }
    said = "".join(f"{line}\n" for line in report(plan, written=False, said=set())).replace(f"{folder}/", "")
    return Conversion(plan, files | new, said)


def read_tree(folder: Path) -> dict[str, bytes]:
    """Give the files below a folder by their relative paths."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and "__pycache__" not in path.parts
    }
