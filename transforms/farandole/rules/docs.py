"""The documentation page of each rule, from its class: `python -m farandole.rules.docs FOLDER` writes them all."""

from __future__ import annotations

import difflib
import inspect
import sys
from collections.abc import Mapping
from pathlib import Path

from farandole.rules import all_rules
from farandole.rules.rule import Example, Rule

HEADINGS = ("## What it does", "## Why", "## When it is not offered", "## Edit safety")
_FAMILIES = {
    "HVD1": "Steps of the conversion",
    "HVD2": "Restrictions on TensorFlow code",
    "HVD3": "Restrictions on the training loop",
    "HVD4": "Mistakes in scripts that use Horovod",
}


def page(rule: Rule) -> str:
    """Give the page of a rule in Markdown: its docstring, then its examples as diffs and what it refuses."""
    docstring = inspect.cleandoc(type(rule).__doc__ or "")
    parts = [f"# {rule.code}: {rule.name}", docstring]
    if rule.after:
        needs = ", ".join(f"[{need.code}]({need.code}.md)" for need in rule.after)
        parts.append(f"## Needs\n\n{needs}")
    if rule.examples:
        parts += ["## Example", *(_example(example) for example in rule.examples)]
    if rule.refused:
        parts.append("## Refused")
        for refused in rule.refused:
            if refused.because != rule.code:
                parts.append(f"Because of [{refused.because}]({refused.because}.md):")
            parts.append(_fenced(refused.before, "python"))
    return "\n\n".join(parts) + "\n"


def pages() -> Mapping[str, str]:
    """Give every page by its file name, the index among them."""
    rules = all_rules()
    lines = ["# Rules"]
    for prefix, family in _FAMILIES.items():
        members = [rule for rule in rules if rule.code.startswith(prefix)]
        if members:
            lines += ["", f"## {family}", "", "| code | name | |", "| --- | --- | --- |"]
            lines += [f"| [{rule.code}]({rule.code}.md) | `{rule.name}` | {rule.title} |" for rule in members]
    return {"README.md": "\n".join(lines) + "\n"} | {f"{rule.code}.md": page(rule) for rule in rules}


def write(folder: Path) -> None:
    """Make the folder hold every page and no other."""
    folder.mkdir(parents=True, exist_ok=True)
    written = pages()
    for old in folder.glob("*.md"):
        if old.name not in written:
            old.unlink()
    for name, text in written.items():
        (folder / name).write_text(text, encoding="utf-8", newline="\n")


def _example(example: Example) -> str:
    before, after = example.before.splitlines(), example.after.splitlines()
    changes = [line.rstrip() for line in difflib.unified_diff(before, after, n=len(before), lineterm="")][3:]
    options = "".join(f'With `{key} = "{value}"`:\n\n' for key, value in example.options.items())
    return options + _fenced("\n".join(changes), "diff")


def _fenced(text: str, language: str) -> str:
    return f"```{language}\n{text.strip(chr(10))}\n```"


if __name__ == "__main__":
    write(Path(sys.argv[1] if len(sys.argv) > 1 else "docs/rules"))
