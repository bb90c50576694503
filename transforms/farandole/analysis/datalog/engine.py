"""What follows from rules and facts, by clingo's grounder (Gebser et al., Multi-shot ASP solving with clingo, 2019)."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Collection, Mapping
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

import farandole

if TYPE_CHECKING:
    from clingo import Symbol

Row = tuple[int | str, ...]
Conclusions = Mapping[str, tuple[Row, ...]]

SECONDS = 5.0
"""How long rules that are not ours may take."""
MEGABYTES = 1024
"""How much memory rules that are not ours may take, where the system has a limit to set."""


class DatalogError(Exception):
    """Rules whose conclusions can't be had: why, as a clause."""


@cache
def available() -> bool:
    """Say whether clingo is installed."""
    return find_spec("clingo") is not None


def conclude(program: str, outputs: Collection[str]) -> Conclusions:
    """Give the rows of some relations that follow from a program of rules and facts, sorted.

    The program is one that `rule_files` accepts. Raises DatalogError.
    """
    import clingo  # noqa: PLC0415  an extra that not everyone has

    control = clingo.Control(["--warn=none"])
    try:
        control.add("base", [], program)
        control.ground([("base", [])])
    except RuntimeError as error:
        raise DatalogError(str(error)) from error
    found: dict[str, set[Row]] = {name: set() for name in outputs}
    for name, arity, _ in control.symbolic_atoms.signatures:
        if name in found:
            for atom in control.symbolic_atoms.by_signature(name, arity):
                found[name].add(tuple(map(_item, atom.symbol.arguments)))
    return {name: tuple(sorted(rows, key=sort_key)) for name, rows in found.items()}


def conclude_within_limits(program: str, outputs: Collection[str]) -> Conclusions:
    """Do as `conclude` for rules that are not ours, in a process of its own that may take so long and so much.

    Raises DatalogError.
    """
    engine = str(Path(farandole.__file__).parents[1])
    paths = os.pathsep.join(filter(None, [engine, os.environ.get("PYTHONPATH")]))
    try:
        ran = subprocess.run(
            [sys.executable, "-m", "farandole.analysis.datalog.limited", *sorted(outputs)],
            input=program,
            env={**os.environ, "PYTHONPATH": paths},
            capture_output=True,
            encoding="utf-8",
            timeout=SECONDS,
            check=False,
        )
    except subprocess.TimeoutExpired as error:
        raise DatalogError(f"took more than {SECONDS:g} seconds") from error
    if ran.returncode:
        reason = ran.stderr.strip().splitlines()[-1:] or [f"took more than {MEGABYTES} MB of memory"]
        raise DatalogError(reason[0])
    table = json.loads(ran.stdout)
    return {name: tuple(tuple(row) for row in rows) for name, rows in table.items()}


def _item(symbol: Symbol) -> int | str:
    import clingo  # noqa: PLC0415  an extra that not everyone has

    return symbol.number if symbol.type is clingo.SymbolType.Number else symbol.string


def sort_key(row: Row) -> tuple[tuple[bool, int | str], ...]:
    """Give the key that orders rows: numbers before texts."""
    return tuple((isinstance(item, str), item) for item in row)
