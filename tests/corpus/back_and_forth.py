"""Horovod's examples without Horovod, and with it again: what becomes of each, as a table in Markdown.

    python tests/corpus/back_and_forth.py CHECKOUT > tests/corpus/back_and_forth.md

CHECKOUT is a checkout of horovod/horovod. Each example for TensorFlow or Keras is copied to a folder of its own, where Horovod
is removed from it; what is left is converted, and the conversion compared with the example, statement by statement. Of the
lines that only one of them has, the table says which names of Horovod they use: the lines themselves are not ours.
"""

from __future__ import annotations

import argparse
import ast
import difflib
import re
import shutil
import subprocess
import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from farandole.conversion.plan import Plan, make_plan
from farandole.frameworks.analyse import analyse
from farandole.options import Options
from farandole.removal import Removal, remove

_FRAMEWORK = re.compile(r"^\s*(?:import|from)\s+(?:tensorflow|keras)\b", re.MULTILINE)
_HOROVOD = re.compile(r"\bhvd\.([A-Za-z0-9_.]+)")
_HEAD = """\
# Horovod's examples, back and forth

What `python tests/corpus/back_and_forth.py CHECKOUT` says of the examples for TensorFlow and Keras of horovod/horovod at {commit}.
*Back*: what `farandole undistribute` makes of an example; what it refuses stands with its lines. *Forth*: the steps that
`farandole distribute` then takes, `(confirm)` those that it asks about, and what it refuses. *Only the example* and *only the
conversion*: the lines that the other one does not have, comments and layout left out, by the names of Horovod in them; *other*
are lines without one.

| example | back | forth | only the example | only the conversion |
| --- | --- | --- | --- | --- |
"""


@dataclass(frozen=True)
class Row:
    """What became of an example, as the cells of its row."""

    example: str
    back: str
    forth: str = ""
    only_example: str = ""
    only_conversion: str = ""

    def __str__(self) -> str:
        """Give the row in Markdown."""
        cells = (f"`{self.example}`", self.back, self.forth, self.only_example, self.only_conversion)
        return f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in cells)} |"


def examples(checkout: Path) -> list[Path]:
    """Give the examples that train with TensorFlow or Keras, or help one that does."""
    found = sorted((checkout / "examples").rglob("*.py"))
    return [path for path in found if _FRAMEWORK.search(path.read_text(encoding="utf-8"))]


def row(name: str, script: Path) -> Row:
    """Remove Horovod from a script in a folder of its own, convert what is left, and compare."""
    before = script.read_text(encoding="utf-8")
    removal = remove(analyse(script, Options()), Options())
    if removal.obstacles:
        return Row(name, f"refused: {'; '.join(_obstacles(removal))}")
    if not removal.texts:
        return Row(name, "does not use Horovod")
    script.write_text(removal.texts[script.resolve()], encoding="utf-8")
    plan = make_plan(analyse(script, Options()), Options())
    lost, added = _differing(before, plan.texts.get(script.resolve(), script.read_text(encoding="utf-8")))
    return Row(name, "removed", _steps(plan), _by_name(lost), _by_name(added))


def _obstacles(removal: Removal) -> Iterator[str]:
    """Yield each reason once, with the lines at which it stands."""
    lines: dict[str, list[str]] = {}
    for each in removal.obstacles:
        line, _ = each.document.position(each.span.start)
        lines.setdefault(each.reason, []).append(str(line))
    yield from (f"{reason} (line {', '.join(dict.fromkeys(where))})" for reason, where in lines.items())


def _steps(plan: Plan) -> str:
    taken = dict.fromkeys(f"{each.code} (confirm)" if each.confirm else each.code for each in plan.applied)
    refused = dict.fromkeys(f"{each.code}: {each.message}" for each in plan.refused)
    parts = [", ".join(sorted(taken))] if taken else []
    parts += [f"refused: {'; '.join(refused)}"] if refused else []
    return "; ".join(parts) or "no training is found"


def _differing(example: str, conversion: str) -> tuple[list[str], list[str]]:
    """Give the lines that only one of two programs has, however they are laid out."""
    lines = [ast.unparse(ast.parse(text)).splitlines() for text in (example, conversion)]
    found = list(difflib.ndiff(*lines))
    return tuple([line[2:] for line in found if line.startswith(sign)] for sign in "-+")  # type: ignore[return-value]


def _by_name(lines: Iterable[str]) -> str:
    """Count lines by the names of Horovod in them."""
    count = Counter(", ".join(dict.fromkeys(_HOROVOD.findall(line))) or "other" for line in lines)
    return "; ".join(f"{name}{f' ({number})' if number > 1 else ''}" for name, number in sorted(count.items()))


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("checkout", type=Path)
    checkout: Path = parser.parse_args().checkout
    commit = subprocess.run(
        ["git", "rev-parse", "--short", "HEAD"], cwd=checkout, capture_output=True, text=True, check=True
    )
    print(_HEAD.format(commit=commit.stdout.strip()), end="")
    for example in examples(checkout):
        with tempfile.TemporaryDirectory() as folder:
            script = Path(shutil.copy(example, folder))
            print(row(example.relative_to(checkout / "examples").as_posix(), script), flush=True)


if __name__ == "__main__":
    main()
