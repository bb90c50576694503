"""What a finding assumes, checked by the script itself: asserts that are put in, and taken out again."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from farandole.conversion.plan import Plan, edited
from farandole.frameworks.script import Script
from farandole.rules.rule import Finding
from farandole.source import Document, EditSet, layout

_OURS = re.compile(r"PRF\d{3} assumes that ")


def checks(finding: Finding) -> list[tuple[ast.stmt, str]]:
    """Give the asserts for what a finding assumes, each with the statement that it stands before.

    Assumptions that no expression tells have none; those that the script checks already are left out.
    """
    document = finding.document
    found: dict[str, ast.stmt] = {}
    for each in finding.assumptions:
        if each.holds and each.before is not None and each.document is document:
            message = f"{finding.code} {each.message}".replace("`", "").replace("\\", "").replace('"', "'")
            found.setdefault(f'assert {each.holds}, "{message}"', each.before)
    written = {document.segment(node) for node in document.nodes(ast.Assert)}
    return [(before, line) for line, before in found.items() if line not in written]


def check(script: Script, finding: Finding) -> Plan:
    """Plan the asserts for what a finding assumes."""
    document = finding.document
    edits = [edit for before, line in checks(finding) for edit in layout.insert_before(document, before, [line])]
    return edited(script, EditSet.of(document, edits))


def written_checks(document: Document) -> Iterator[ast.Assert]:
    """Yield the asserts of a file that check what findings assume."""
    for node in document.nodes(ast.Assert):
        match node:
            case ast.Assert(msg=ast.Constant(str() as message)) if _OURS.match(message):
                yield node


def uncheck(script: Script, document: Document) -> Plan:
    """Plan the removal of all asserts of a file that check what findings assume."""
    edits = [edit for node in written_checks(document) for edit in layout.delete(document, node)]
    return edited(script, EditSet.of(document, edits))
