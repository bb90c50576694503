"""Oracle 5: only rank 0 prints and writes."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from farandole.verify.oracles.evidence import Evidence, Judgement, Verdict
from farandole.verify.oracles.messages import SHOWN, some
from farandole.verify.runs import Rank

LIBRARY_LINE = re.compile(
    r"""^\d{4}-\d\d-\d\d\ \d\d:\d\d:\d\d\.\d+:\ [IWEF]\   # TensorFlow, from C++
      | ^\[\d{4}-\d\d-\d\d\ \d\d:\d\d:\d\d\.\d+:\ [TDIWEF]\ # Horovod
      | ^[IWEF]\d{4}\ \d\d:\d\d:\d\d\.\d+\ +\d+\            # the libraries below
      | ^WARNING:\ All\ log\ messages\ before\ absl
      | ^WARNING:(absl|tensorflow):
      | ^To\ enable\ the\ following\ instructions
    """,
    re.VERBOSE,
)
"""Lines that the libraries write by themselves; a script prints none of them."""

CACHES = (".cache", ".config", ".keras/keras.json")
"""What libraries keep for themselves in the home folder."""


def silent(evidence: Evidence) -> Judgement:
    """Oracle 5: only rank 0 prints and writes."""
    problems = []
    broken = []
    for rank in evidence.distributed.ranks[1:]:
        lines = [*own_lines(rank.stdout), *own_lines(rank.stderr)]
        if rank.observation is None or rank.observation["ended"] == "raised":
            # What an error prints is not the script's; what was written before it counts.
            broken.append(f"rank {rank.number} did not come to its end")
            lines = []
        problems += [f"rank {rank.number} printed: {line[:120]}" for line in lines[:SHOWN]]
        if len(lines) > SHOWN:
            problems.append(f"rank {rank.number} printed {len(lines) - SHOWN} lines more")
        problems += some([f"rank {rank.number} wrote {path}" for path in evidence.written[rank.number]])
    if problems:
        return Verdict.FAILED, problems
    return (Verdict.NOT_APPLICABLE, broken) if broken else (Verdict.PASSED, [])


def own_lines(lines: Iterable[str]) -> Iterator[str]:
    """Yield the lines that no library wrote; one that begins with a tab belongs to the line before."""
    library = False
    for line in lines:
        library = bool(LIBRARY_LINE.match(line)) or (library and line.startswith("\t"))
        if not library:
            yield line


def written_by(rank: Rank, folders: tuple[Path, Path], made: Sequence[Path]) -> list[Path]:
    """Give the paths that a rank wrote, apart from its own temporary files and the libraries' caches.

    `folders`: the project and the folder for constants below `/tmp`; `made`: the new files that are known as this
    rank's from their mode.
    """
    _, temporary = folders
    written = {Path(path) for path in (rank.observation or {"written": []})["written"]} | set(made)
    ours = (rank.folder.parent, Path("/dev"), Path("/proc"), *(Path.home() / cache for cache in CACHES))
    return [
        path
        for path in sorted(written)
        if not any(path.is_relative_to(folder) for folder in ours)
        and "__pycache__" not in path.parts
        and path not in (Path("/tmp"), temporary, Path.home() / ".keras")
    ]


def shown(path: Path, project: Path, temporary: Path) -> str:
    """Give a path as the script would name it."""
    if path.is_relative_to(project):
        return os.path.relpath(path, project)
    return f"/tmp/{path.relative_to(temporary)}" if path.is_relative_to(temporary) else str(path)
