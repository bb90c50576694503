"""From findings to edits: the order of steps, what blocks what, and the check that the result still parses."""

from __future__ import annotations

import ast
import warnings
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from farandole.options import Options
from farandole.rules import all_rules
from farandole.rules.rule import Finding, Rule, Status
from farandole.script import Script
from farandole.source import Document, EditConflict, EditSet


class InternalError(Exception):
    """A conversion that Farandole itself got wrong; nothing is changed."""


@dataclass(frozen=True)
class Plan:
    """A conversion: what was found, and the new text of each file that changes.

    `applied` are the findings whose edits are in `texts`; `refused` those that stand in the way; when one of them
    blocks, `applied` and `texts` are empty.
    """

    script: Script
    findings: tuple[Finding, ...]
    applied: tuple[Finding, ...]
    refused: tuple[Finding, ...]
    edits: EditSet
    texts: Mapping[Path, str]

    @property
    def blocked(self) -> bool:
        """Whether a refusal forbids the whole conversion."""
        return any(finding.blocks for finding in self.refused)


def find(script: Script, options: Options) -> tuple[Finding, ...]:
    """Give what every rule says about the script, in the order of the rules' codes."""
    return tuple(finding for rule in all_rules() for finding in rule.check(script, options))


def make_plan(script: Script, options: Options, only: Collection[str] | None = None) -> Plan:
    """Plan the whole conversion of a script, or only the steps with the codes `only` and what they need.

    Raises InternalError when the edits of two rules collide or a resulting text does not parse.
    """
    findings = find(script, options)
    needed = None if only is None else _with_needs(only)
    refused = tuple(finding for finding in findings if finding.status is Status.REFUSED)
    if any(finding.blocks and (needed is None or finding.step in needed) for finding in refused):
        return Plan(script, findings, (), refused, EditSet.empty(), {})
    mends = _distinct(
        finding
        for finding in findings
        if finding.status is Status.MISSING and (needed is None or finding.code in needed)
    )
    try:
        edits = EditSet.union(mends.values())
    except EditConflict as conflict:
        raise InternalError(f"two edits collide: {conflict}") from conflict
    applied = tuple(mends)
    texts = {document.path: _new_text(document, edits) for document in script.documents if document.path in edits.edits}
    return Plan(script, findings, applied, refused, edits, texts)


def _distinct(findings: Iterable[Finding]) -> dict[Finding, EditSet]:
    """Give the edits of each finding, once where a rule makes the same edits for several trainings."""
    found: dict[Finding, EditSet] = {}
    seen = set()
    for finding in findings:
        edits = finding.mend()
        key = (finding.code, *edits.edits.items())
        if key not in seen:
            seen.add(key)
            found[finding] = edits
    return found


def _with_needs(codes: Collection[str]) -> set[str]:
    rules = {rule.code: rule for rule in all_rules()}
    needed: set[str] = set()
    pending = [rules[code] for code in codes if code in rules]
    while pending:
        rule: Rule = pending.pop()
        if rule.code not in needed:
            needed.add(rule.code)
            pending.extend(rules[required.code] for required in rule.after)
    return needed


def _new_text(document: Document, edits: EditSet) -> str:
    text = edits.apply(document)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        raise InternalError(f"{document.path}: the converted text does not parse: {error}") from error
    return text
