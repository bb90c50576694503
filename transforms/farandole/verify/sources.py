"""The Python files of a script's project, as text."""

from __future__ import annotations

import re
import tokenize
from pathlib import Path


def is_converted(script: Path) -> bool:
    """Tell whether a script was distributed before: it imports Horovod.

    Raises OSError, SyntaxError or UnicodeDecodeError when it can't be read.
    """
    return re.search(r"^\s*(import|from)\s+horovod\b", read(script), re.MULTILINE) is not None


def read(path: Path) -> str:
    """Give the text of a Python file with its line ends, decoded as Python would."""
    with open(path, "rb") as file:
        encoding, _ = tokenize.detect_encoding(file.readline)
    return path.read_bytes().decode(encoding)


def write(path: Path, text: str) -> None:
    """Write a Python file in the encoding that its first lines name, with the line ends as they are in the text."""
    with open(path, "rb") as file:
        encoding, _ = tokenize.detect_encoding(file.readline)
    path.write_bytes(text.encode(encoding))
