"""Whatever comes from the code: `python docs/generate.py` writes it anew, or the parts of the pages FILES alone.

Those are the pages of the rules, parts of other pages, and the settings that editors show. A part of a page stands
between `<!-- generated: WHAT ARGUMENTS -->` and `<!-- end -->`; WHAT is a function below, and paths are relative to the
page.
"""

from __future__ import annotations

import difflib
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable, Mapping
from dataclasses import fields
from pathlib import Path
from typing import Any

from farandole.analysis.facts.schema import RELATIONS
from farandole.conversion.plan import Plan, make_plan
from farandole.frameworks.analyse import analyse
from farandole.options import Options
from farandole.rules import all_rules
from farandole.rules.docs import write as write_rules
from farandole.rules.families import STEPS
from farandole_server.schema import settings_schema

DOCS = Path(__file__).parent
_PART = re.compile(r"(<!-- generated: (\w+)([^\n]*?) -->\n)(?:.*?\n)??(<!-- end -->)", re.DOTALL)


def script(page: Path, path: str) -> str:
    """Give a script as it stands."""
    return _fenced('python linenums="1"', (page.parent / path).read_text(encoding="utf-8"))


def after(page: Path, path: str) -> str:
    """Give a script's conversion, with the new lines marked."""
    before, converted = _conversion(page.parent / path)
    new = difflib.SequenceMatcher(None, before.splitlines(), converted.splitlines(), autojunk=False)
    marked = [
        str(line + 1)
        for kind, _, _, start, end in new.get_opcodes()
        if kind in ("insert", "replace")
        for line in range(start, end)
    ]
    return _fenced(f'python linenums="1" hl_lines="{" ".join(marked)}"', converted)


def diff(page: Path, path: str) -> str:
    """Give a script's conversion as a diff of the whole file."""
    before, converted = (text.splitlines() for text in _conversion(page.parent / path))
    lines = list(difflib.unified_diff(before, converted, n=len(before), lineterm=""))[3:]
    return _fenced("diff", "\n".join(line.rstrip() for line in lines))


def steps(page: Path, path: str) -> str:
    """Give a table of the steps that a script's conversion takes."""
    rules = os.path.relpath(DOCS / "rules", page.parent)
    titles: dict[str, str] = {}
    lines: dict[str, set[int]] = {}
    notes: dict[str, set[str]] = {}
    for finding in plan(page.parent / path).applied:
        rule = finding.rule
        titles[rule.code] = rule.title
        lines.setdefault(rule.code, set()).add(finding.document.position(finding.span.start)[0])
        notes.setdefault(rule.code, set()).update([f"; to confirm: {finding.confirm}"] if finding.confirm else [])
    rows = [
        f"| [{code}]({rules}/{code}.md) | {titles[code]}{''.join(sorted(notes[code]))} "
        f"| {', '.join(map(str, sorted(lines[code])))} |"
        for code in sorted(titles)
    ]
    return "\n".join(["| step | | lines before |", "| --- | --- | --- |", *rows]) + "\n"


def run(page: Path, arguments: str) -> str:
    """Give a command on a script, named `train.py` for it, with what it says: `SCRIPT COMMAND ARGUMENT...`.

    A diff on standard output is left out where the command says something on standard error.
    """
    path, *words = arguments.split()
    with tempfile.TemporaryDirectory() as folder:
        shutil.copy(page.parent / path, Path(folder) / "train.py")
        said = subprocess.run(
            [sys.executable, "-m", "farandole", *words], cwd=folder, capture_output=True, text=True, check=False
        )
    return _fenced("console", f"$ farandole {' '.join(words)}\n{said.stderr or said.stdout}")


def conversion(page: Path, arguments: str) -> str:
    """Give a table of all steps of a conversion."""
    rules = os.path.relpath(DOCS / "rules", page.parent)
    rows = [f"| [{rule.code}]({rules}/{rule.code}.md) | {rule.title} |" for rule in all_rules() if rule.family is STEPS]
    return "\n".join(["| step | |", "| --- | --- |", *rows]) + "\n"


def relations(page: Path, arguments: str) -> str:
    """Give a table of the relations of each group of facts."""
    lines = []
    for group in dict.fromkeys(relation.group for relation in RELATIONS.values()):
        lines += ["", f"### {group}", "", "| relation | |", "| --- | --- |"]
        for relation in RELATIONS.values():
            columns = ", ".join(column.name for column in relation.columns)
            if relation.group == group:
                lines.append(f"| `{relation.name}({columns})` | {relation.means} |")
    return "\n".join(lines[1:]) + "\n"


def options(page: Path, arguments: str) -> str:
    """Give a section for each option of a conversion: its meaning, values, and names wherever it can be set."""
    known = settings_schema()["properties"]
    flags = _flags()
    sections = []
    for option in fields(Options):
        name, setting = option.name.replace("_", "-"), _setting(option.name)
        places = [f"`{name}`", f"`--{name}`" if f"--{name}" in flags else "", f"`{setting}`"]
        sections += [
            f"### {name}",
            _prose(known[setting]["description"]),
            _values(known[setting]),
            "| `pyproject.toml` | command line | editors |\n| --- | --- | --- |\n"
            f"| {' | '.join(place or 'not there' for place in places)} |",
        ]
    return "\n\n".join(section for section in sections if section) + "\n"


def settings(page: Path, arguments: str) -> str:
    """Give a section for each setting that only editors have."""
    shared = {_setting(option.name) for option in fields(Options)}
    sections = []
    for name, schema in settings_schema()["properties"].items():
        if name not in shared:
            sections += [f"### {name}", _prose(schema["description"]), _values(schema)]
    return "\n\n".join(sections) + "\n"


def _setting(option: str) -> str:
    """Give the name of an option as a client's setting."""
    return "farandole." + re.sub("_([a-z])", lambda found: found[1].upper(), option)


def _prose(description: str) -> str:
    """Give a description with its code in backquotes, as Markdown wants it."""
    return re.sub(r"\{.*?\}|\*\*", lambda found: f"`{found[0]}`", description)


def _values(schema: Mapping[str, Any]) -> str:
    default = schema["default"]
    if "enum" in schema:
        rows = [
            f"| `{value}`{' (default)' if value == default else ''} | {meaning} |"
            for value, meaning in zip(schema["enum"], schema["enumDescriptions"], strict=True)
        ]
        return "\n".join(["| value | |", "| --- | --- |", *rows])
    kinds = {"array": "a list of texts", "boolean": "`true` or `false`", "object": "an object", "string": "a text"}
    shown = f"`{json.dumps(default)}`" if default not in ("", [], {}) else "empty"
    return f"{kinds.get(schema['type'], 'a number')}, {shown} by default".capitalize() + "."


def _flags() -> set[str]:
    """Give the flags that choose the options of a conversion."""
    said = subprocess.run(
        [sys.executable, "-m", "farandole", "distribute", "--help"], capture_output=True, text=True, check=True
    )
    return set(re.findall(r"--[a-z-]+", said.stdout))


_PARTS: Mapping[str, Callable[[Path, str], str]] = {
    each.__name__: each for each in (script, after, diff, steps, run, conversion, relations, options, settings)
}


def generated(page: Path) -> str:
    """Give the text of a page with its generated parts as they must be."""

    def part(found: re.Match[str]) -> str:
        begin, what, arguments, end = found.groups()
        return f"{begin}\n{_PARTS[what](page, arguments.strip())}\n{end}"

    return _PART.sub(part, page.read_text(encoding="utf-8"))


def pages() -> list[Path]:
    """Give the pages that have generated parts."""
    candidates = [DOCS.parent / "README.md", *sorted(DOCS.rglob("*.md"))]
    return [page for page in candidates if _PART.search(page.read_text(encoding="utf-8"))]


def plan(path: Path) -> Plan:
    """Give the plan of a script's conversion."""
    return make_plan(analyse(path.resolve(), Options()), Options())


def _conversion(path: Path) -> tuple[str, str]:
    return path.read_text(encoding="utf-8"), plan(path).texts[path.resolve()]


def _fenced(language: str, text: str) -> str:
    return f"```{language}\n{text.rstrip()}\n```\n"


def editor_settings() -> Mapping[Path, str]:
    """Give the texts of the files in which editors are told the settings."""
    schema = settings_schema()
    defaults = {name: setting["default"] for name, setting in schema["properties"].items()}
    folder = DOCS.parent / "editors" / "pycharm"
    return {
        folder / name: json.dumps(value, indent=2, ensure_ascii=False) + "\n"
        for name, value in (("settings.schema.json", schema), ("settings.json", defaults))
    }


def write() -> None:
    """Write all that comes from the code."""
    write_rules(DOCS)
    for path, text in editor_settings().items():
        path.write_text(text, encoding="utf-8", newline="\n")
    subprocess.run([sys.executable, DOCS.parent / "client-vscode" / "scripts" / "settings.py"], check=True)
    write_parts(pages())


def write_parts(chosen: Iterable[Path]) -> None:
    """Write the generated parts of pages."""
    for page in chosen:
        page.write_text(generated(page), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    if sys.argv[1:]:
        write_parts(Path(argument).resolve() for argument in sys.argv[1:])
    else:
        write()
