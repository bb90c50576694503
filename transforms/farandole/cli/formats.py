"""Findings as text for people, and as JSON, SARIF 2.1.0 and GitHub annotations for programs."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any
from urllib.parse import quote

from farandole import __version__
from farandole.cli.scripts import Trouble
from farandole.cli.terminal import relative, shown
from farandole.rules.rule import Finding, Related, Severity
from farandole.source import Document, Span

_SARIF_SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"


def place(document: Document, span: Span) -> str:
    """Give `path:line` of a place, lines counted from one; in a notebook `path:cell number:line`."""
    cell, line, _ = _position(document, span.start)
    return f"{shown(document.path)}:cell {cell}:{line}" if cell else f"{shown(document.path)}:{line}"


def _position(document: Document, offset: int) -> tuple[int, int, int]:
    """Give the cell of a notebook (0 in other files), the line, from one, and the column, from zero, of an offset."""
    line, column = document.position(offset)
    return (*document.notebook.place(line), column) if document.notebook is not None else (0, line, column)


def as_text(findings: Sequence[Finding], troubles: Sequence[Trouble]) -> str:
    """Give a line for each finding, and below it the help and the places that explain it."""
    return "".join(line + "\n" for finding in findings for line in _text_lines(finding))


def _text_lines(finding: Finding) -> Iterable[str]:
    column = _position(finding.document, finding.span.start)[-1] + 1
    yield f"{place(finding.document, finding.span)}:{column}: {finding.code} {finding.rule.name}: {finding.message}"
    yield from notes(finding)


def notes(finding: Finding) -> Iterable[str]:
    """Give the lines that stand below a finding: what the user can do, and the places that explain it."""
    if finding.suggestion:
        yield f"    help: {finding.suggestion}"
    for related in finding.related:
        yield f"    see {place(related.document, related.span)}: {related.message}"


def as_json(findings: Sequence[Finding], troubles: Sequence[Trouble]) -> str:
    """Give one JSON object with the findings and the files that could not be read."""
    return _dumped(
        {
            "version": 1,
            "findings": [_json_finding(finding) for finding in findings],
            "errors": [{"path": relative(trouble.path), "message": trouble.message} for trouble in troubles],
        }
    )


def _json_finding(finding: Finding) -> dict[str, Any]:
    return {
        "code": finding.code,
        "name": finding.rule.name,
        "status": finding.status.value,
        "message": finding.message,
        "suggestion": finding.suggestion,
        "confirm": finding.confirm,
        "training": finding.training.label if finding.training else None,
        **_json_place(finding.document, finding.span),
        "related": [
            {"message": related.message, **_json_place(related.document, related.span)} for related in finding.related
        ],
        "assumptions": [
            {
                "message": each.message,
                "speculation": each.speculation.value,
                "check": each.holds or None,
                **_json_place(each.document, each.span),
            }
            for each in finding.assumptions
        ],
    }


def _json_place(document: Document, span: Span) -> dict[str, Any]:
    cell, line, column = _position(document, span.start)
    _, end_line, end_column = _position(document, span.end)
    return {
        "path": relative(document.path),
        **({"cell": cell} if cell else {}),
        "line": line,
        "column": column + 1,
        "end_line": end_line,
        "end_column": end_column + 1,
    }


def as_sarif(findings: Sequence[Finding], troubles: Sequence[Trouble]) -> str:
    """Give a SARIF 2.1.0 log with one run (OASIS standard, section 3.13)."""
    rules = {finding.code: finding.rule for finding in sorted(findings, key=lambda finding: finding.code)}
    codes = list(rules)
    driver = {
        "name": "farandole",
        "semanticVersion": __version__,
        "rules": [
            {"id": code, "name": rule.name, "shortDescription": {"text": rule.title}} for code, rule in rules.items()
        ],
    }
    invocation = {
        "executionSuccessful": not troubles,
        "toolExecutionNotifications": [
            {
                "level": "error",
                "message": {"text": trouble.message},
                "locations": [{"physicalLocation": {"artifactLocation": {"uri": _uri(trouble.path)}}}],
            }
            for trouble in troubles
        ],
    }
    run = {
        "tool": {"driver": driver},
        "columnKind": "unicodeCodePoints",
        "invocations": [invocation],
        "results": [_sarif_result(finding, codes.index(finding.code)) for finding in findings],
    }
    return _dumped({"$schema": _SARIF_SCHEMA, "version": "2.1.0", "runs": [run]})


def _sarif_result(finding: Finding, rule_index: int) -> dict[str, Any]:
    return {
        "ruleId": finding.code,
        "ruleIndex": rule_index,
        "level": _level(finding),
        "message": {"text": _sentences(finding)},
        "locations": [{"physicalLocation": _sarif_place(finding.document, finding.span)}],
        "relatedLocations": [_sarif_related(number, related) for number, related in enumerate(finding.related, 1)],
    }


def _sarif_related(number: int, related: Related) -> dict[str, Any]:
    location = _sarif_place(related.document, related.span)
    return {"id": number, "physicalLocation": location, "message": {"text": related.message}}


def _sarif_place(document: Document, span: Span) -> dict[str, Any]:
    _, line, column = _position(document, span.start)
    _, end_line, end_column = _position(document, span.end)
    region = {"startLine": line, "startColumn": column + 1, "endLine": end_line, "endColumn": end_column + 1}
    return {"artifactLocation": {"uri": _uri(document.path)}, "region": region}


def _uri(path: Path) -> str:
    name = Path(relative(path))
    return path.as_uri() if name.is_absolute() else quote(name.as_posix())


def as_github(findings: Sequence[Finding], troubles: Sequence[Trouble]) -> str:
    """Give GitHub's workflow commands, which annotate the changed lines of a pull request."""
    lines = [_github_finding(finding) for finding in findings]
    lines += [
        f"::error file={_github_property(relative(trouble.path))}::{_github_data(trouble.message)}"
        for trouble in troubles
    ]
    return "".join(line + "\n" for line in lines)


def _github_finding(finding: Finding) -> str:
    _, line, column = _position(finding.document, finding.span.start)
    _, end_line, end_column = _position(finding.document, finding.span.end)
    properties = {
        "file": relative(finding.document.path),
        "line": str(line),
        "endLine": str(end_line),
        "title": f"{finding.code} {finding.rule.name}",
    }
    if line == end_line:  # GitHub takes columns on a single line only
        properties |= {"col": str(column + 1), "endColumn": str(end_column + 1)}
    listed = ",".join(f"{key}={_github_property(value)}" for key, value in properties.items())
    return f"::{_level(finding)} {listed}::{_github_data(_sentences(finding))}"


def _github_data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _github_property(text: str) -> str:
    return _github_data(text).replace(":", "%3A").replace(",", "%2C")


def _level(finding: Finding) -> str:
    return "error" if finding.blocks or finding.severity is Severity.ERROR else "warning"


def _sentences(finding: Finding) -> str:
    parts = [part.strip().rstrip(".") for part in (finding.message, finding.suggestion) if part]
    return ". ".join(part[:1].upper() + part[1:] for part in parts) + "."


def _dumped(value: Any) -> str:
    return json.dumps(value, indent=2) + "\n"


FORMATS: Mapping[str, Callable[[Sequence[Finding], Sequence[Trouble]], str]] = {
    "text": as_text,
    "json": as_json,
    "sarif": as_sarif,
    "github": as_github,
}
