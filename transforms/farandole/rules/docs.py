"""The documentation page of each rule, from its class."""

from __future__ import annotations

import difflib
import inspect
from collections.abc import Iterable, Mapping
from pathlib import Path

from farandole.rules import all_rules
from farandole.rules.families import FAMILIES
from farandole.rules.rule import Example, Family, Rule

HEADINGS = ("## What it does", "## Why", "## When it is not offered", "## Edit safety")


def page(rule: Rule) -> str:
    """Give the page of a rule in Markdown: its docstring, then its examples as diffs and what it refuses."""
    docstring = inspect.cleandoc(type(rule).__doc__ or "")
    parts = [f"# {rule.code}: {rule.name}", docstring]
    if rule.after:
        needs = ", ".join(f"[{need.code}]({need.code}.md)" for need in rule.after)
        parts.append(f"## Needs\n\n{needs}")
    if others := _excluding(rule):
        listed = ", ".join(f"[{other.code}]({other.code}.md)" for other in others)
        parts.append(f"## Not together with\n\n{listed}")
    for name, text in rule.files.items():
        parts.append(f"With the file `{name}`:\n\n{_fenced(text, 'prolog')}")
    if rule.examples:
        parts += ["## Example", *(_example(example) for example in rule.examples)]
    if rule.reported:
        parts += ["## Reported", *(_fenced(text, "python") for text in rule.reported)]
    if rule.refused:
        parts.append("## Refused")
        for refused in rule.refused:
            if refused.because != rule.code:
                parts.append(f"Because of [{refused.because}]({refused.because}.md):")
            parts.append(_fenced(refused.before, "python"))
    return "\n\n".join(parts) + "\n"


def _excluding(rule: Rule) -> list[Rule]:
    """Give the rules whose fixes contradict those of a rule, whichever of the two says so."""
    return [each for each in all_rules() if type(each) in rule.excludes or type(rule) in each.excludes]


def pages() -> Mapping[str, str]:
    """Give every page by its path below `docs/`, with an index in each folder."""
    found = {f"{rule.family.pages}/{rule.code}.md": page(rule) for rule in all_rules()}
    for folder in sorted({family.pages for family in FAMILIES}):
        found[f"{folder}/README.md"] = _index([family for family in FAMILIES if family.pages == folder])
    return found


def _index(families: Iterable[Family]) -> str:
    lines = ["# Rules"]
    for family in families:
        lines += ["", f"## {family.title}", "", "| code | name | |", "| --- | --- | --- |"]
        members = (rule for rule in all_rules() if rule.family is family)
        lines += [f"| [{rule.code}]({rule.code}.md) | `{rule.name}` | {rule.title} |" for rule in members]
        lines += ["", family.note.rstrip()] if family.note else []
    return "\n".join(lines) + "\n"


def write(docs: Path) -> None:
    """Make the folders of the rules below `docs` hold every page and no other."""
    written = pages()
    for folder in {docs / family.pages for family in FAMILIES}:
        folder.mkdir(parents=True, exist_ok=True)
        for old in folder.glob("*.md"):
            if old.relative_to(docs).as_posix() not in written:
                old.unlink()
    for name, text in written.items():
        (docs / name).write_text(text, encoding="utf-8", newline="\n")


def _example(example: Example) -> str:
    before, after = example.before.splitlines(), example.after.splitlines()
    changes = [line.rstrip() for line in difflib.unified_diff(before, after, n=len(before), lineterm="")][3:]
    options = "".join(f'With `{key} = "{value}"`:\n\n' for key, value in example.options.items())
    return options + _fenced("\n".join(changes), "diff")


def _fenced(text: str, language: str) -> str:
    return f"```{language}\n{text.strip(chr(10))}\n```"
