"""What variables are called decides nothing: a golden script with other names is converted, asked about and refused alike."""

from __future__ import annotations

import ast
import re
from pathlib import Path
from tempfile import TemporaryDirectory

from hypothesis import given, note, settings
from hypothesis import strategies as st

from tests.golden.golden import Case, Conversion, cases, convert

_SAID = re.compile(r"(?P<code>[A-Z]{3}\d{3}) .*?  (?P<status>to do|refused|done)", re.MULTILINE)


def renamed(text: str) -> str:
    """Give a program whose variables have other names, the program as it is where a name may be read by its text."""
    tree = ast.parse(text)
    nodes = list(ast.walk(tree))
    if any(isinstance(each, ast.Global | ast.Nonlocal | ast.JoinedStr | ast.Match) for each in nodes):
        return text
    if any(isinstance(each, ast.Name) and each.id == "locals" for each in nodes):
        return text
    classes = [each for each in nodes if isinstance(each, ast.ClassDef)]
    fixed = {each.arg for each in nodes if isinstance(each, ast.arg)}
    fixed |= {each.asname or each.name.split(".")[0] for each in nodes if isinstance(each, ast.alias)}
    fixed |= {each.name for each in nodes if isinstance(each, ast.FunctionDef | ast.ClassDef)}
    fixed |= {each.id for owner in classes for part in owner.body for each in ast.walk(part) if _is_stored(each)}
    names = {each.id for each in nodes if _is_stored(each)} - fixed - {"_"}
    lines = text.encode().splitlines(keepends=True)
    places = sorted(
        {(each.lineno, each.col_offset, each.id) for each in nodes if isinstance(each, ast.Name) and each.id in names}
    )
    for line, column, _ in reversed(places):
        lines[line - 1] = lines[line - 1][:column] + b"x_" + lines[line - 1][column:]
    return b"".join(lines).decode()


def _is_stored(node: ast.AST) -> bool:
    return isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)


def converted(case: Case, text: str) -> Conversion:
    """Convert a script in the place of that of a case."""
    with TemporaryDirectory() as folder:
        return convert(case, {case.entry: text.encode()}, Path(folder))


def said(conversion: Conversion) -> tuple[bool, frozenset[tuple[str, str, bool]]]:
    """Give whether a script is left as it is, and the codes that are found, with their status and whether they ask."""
    found = {
        (each["code"], each["status"], "please confirm" in line)
        for line in conversion.said.splitlines()
        if (each := _SAID.match(line)) is not None
    }
    return conversion.plan.blocked, frozenset(found)


def text_of(case: Case) -> str:
    """Give the script of a case that has one file."""
    return (case.folder / "in.py").read_text(encoding="utf-8", errors="replace")


SINGLE = [case for case in cases() if (case.folder / "in.py").exists()]


@settings(max_examples=settings.default.max_examples // 4)  # type: ignore[union-attr]
@given(st.sampled_from(SINGLE))
def test_other_names_are_converted_alike(case: Case) -> None:
    text = text_of(case)
    note(case.folder.name)
    try:
        other = renamed(text)
    except SyntaxError:  # a script for another Python
        return
    assert said(converted(case, other)) == said(converted(case, text))
