"""Write the conversions of golden cases for review: `python -m tests.golden.accept NAME...`.

Prints each conversion as a diff: read it line by line before you commit it. What the command says is written to
`stderr.txt` where that file is there already, or where the conversion changes nothing.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from farandole.cli.diff import unified

from tests.golden.golden import ROOT, Case, convert


def accept(case: Case) -> None:
    """Convert a case, print the diff and write the files."""
    before = case.files("in")
    with tempfile.TemporaryDirectory() as folder:
        conversion = convert(case, before, Path(folder))
    for name, content in conversion.files.items():
        sys.stdout.writelines(unified(Path(name), _text(before[name]), _text(content)))
    sys.stdout.write(conversion.said)
    case.accept(conversion.files)
    if case.stderr.exists() or conversion.files == before:
        case.stderr.write_text(conversion.said, encoding="utf-8")


def _text(content: bytes) -> str:
    return content.decode("utf-8", "backslashreplace")


if __name__ == "__main__":
    for name in sys.argv[1:]:
        accept(Case(ROOT / name))
