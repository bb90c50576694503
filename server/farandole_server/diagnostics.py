"""Findings as diagnostics."""

from __future__ import annotations

import logging
import os
import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from farandole import __version__
from farandole.project.discover import names_framework
from farandole.rules import docs
from farandole.rules.rule import Finding, Status
from lsprotocol import types

from farandole_server.analysis import Analysis, Analyst, Snapshot
from farandole_server.texts import Text
from farandole_server.worker import Token

log = logging.getLogger(__name__)

SOURCE = "farandole"
PROVISIONAL = "farandole (project not read yet)"


@dataclass(frozen=True)
class Shown:
    """A finding in an open file, and the analysis of the script that it comes from."""

    finding: Finding
    analysis: Analysis


def analyses_of(analyst: Analyst, snapshot: Snapshot, text: Text, token: Token) -> list[Analysis]:
    """Give the analyses of the scripts that an open file is converted with; none when it has none."""
    entries = analyst.entries(snapshot, text.path)
    if entries == (text.path,) and text.path not in snapshot.reach and not names_framework(text.text):
        return []
    found = []
    for entry in entries:
        token.check()
        found.append(analyst.analysis(snapshot, entry, token.check))
    return found


def shown(analyses: list[Analysis], path: Path) -> Iterator[Shown]:
    """Yield what is to be said of a file, once where several scripts lead to it."""
    seen = set()
    for analysis in analyses:
        for finding in analysis.findings:
            if (
                finding.document.path != path
                or finding.status is Status.DONE
                or not analysis.options.wants(finding.rule)
            ):
                continue
            key = (finding.code, finding.span, finding.message)
            if key not in seen:
                seen.add(key)
                yield Shown(finding, analysis)


def diagnostics(
    analyst: Analyst, snapshot: Snapshot, text: Text, token: Token
) -> dict[str, tuple[int | None, list[types.Diagnostic]]]:
    """Give the version and the diagnostics of an open file, or of each cell of a notebook, by address."""
    found: dict[str, tuple[int | None, list[types.Diagnostic]]] = {
        buffer.uri: (buffer.version, []) for buffer in text.buffers
    }
    if not found:
        return found
    analyses = analyses_of(analyst, snapshot, text, token)
    settings = snapshot.settings_for(text.path)
    for each in shown(analyses, text.path):
        severity = settings.severity_of(each.finding)
        if severity is not None:
            part = text.part(each.finding.span)
            found[part.uri][1].append(_diagnostic(each, severity, part.range, snapshot))
    for analysis in analyses:
        if analysis.problem and analysis.entry == text.path:
            start = types.Range(types.Position(0, 0), types.Position(0, 0))
            message = f"not understood: {analysis.problem}"
            problem = types.Diagnostic(start, message, types.DiagnosticSeverity.Warning, source=SOURCE)
            found[text.buffers[0].uri][1].append(problem)
    for _, listed in found.values():
        listed.sort(
            key=lambda diagnostic: (diagnostic.range.start.line, diagnostic.range.start.character, str(diagnostic.code))
        )
    return found


def _diagnostic(
    each: Shown, severity: types.DiagnosticSeverity, place: types.Range, snapshot: Snapshot
) -> types.Diagnostic:
    finding = each.finding
    page = page_uri(finding.code)
    return types.Diagnostic(
        range=place,
        message=sentences(finding),
        severity=severity,
        code=finding.code,
        code_description=types.CodeDescription(page) if page else None,
        source=SOURCE if snapshot.indexed else PROVISIONAL,
        tags=[types.DiagnosticTag.Unnecessary] if finding in each.analysis.removed else None,
        related_information=[*_related(finding, snapshot)] or None,
    )


def _related(finding: Finding, snapshot: Snapshot) -> Iterator[types.DiagnosticRelatedInformation]:
    for related in finding.related:
        part = snapshot.view(related.document).part(related.span)
        yield types.DiagnosticRelatedInformation(types.Location(part.uri, part.range), related.message)


def for_client(diagnostic: types.Diagnostic, capabilities: types.ClientCapabilities) -> types.Diagnostic:
    """Give a diagnostic without what a client does not know."""
    text = capabilities.text_document
    known = (text.diagnostic if text and text.diagnostic else None) or (text.publish_diagnostics if text else None)
    publish = text.publish_diagnostics if text else None
    tags = getattr(known, "tag_support", None) or getattr(publish, "tag_support", None)
    places = getattr(known, "related_information", None) or getattr(publish, "related_information", None)
    pages = getattr(known, "code_description_support", None) or getattr(publish, "code_description_support", None)
    return types.Diagnostic(
        range=diagnostic.range,
        message=diagnostic.message,
        severity=diagnostic.severity,
        code=diagnostic.code,
        code_description=diagnostic.code_description if pages else None,
        source=diagnostic.source,
        tags=diagnostic.tags if tags else None,
        related_information=diagnostic.related_information if places else None,
    )


def sentences(finding: Finding) -> str:
    """Give the message and the suggestion as sentences."""
    parts = [part.strip().rstrip(".") for part in (finding.message, finding.suggestion) if part]
    return ". ".join(part[:1].upper() + part[1:] for part in parts) + "."


@cache
def page_uri(code: str) -> str | None:
    """Give the address of a rule's page, which is written beside the user's other caches."""
    page = _pages().get(code)
    return page.as_uri() if page is not None else None


@cache
def _pages() -> Mapping[str, Path]:
    """Write the rules' pages, where that can be done, and give them by code."""
    base = os.environ.get("XDG_CACHE_HOME") or os.environ.get("LOCALAPPDATA")
    folder = (Path(base) if base else Path.home() / ".cache") / "farandole" / f"rules-{__version__}"
    written = {}
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name, text in docs.pages().items():
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            if not path.exists() or path.read_text(encoding="utf-8") != text:
                _replace(path, text)
            written[path.stem] = path
    except (OSError, RuntimeError, ValueError) as error:
        log.warning("the rules' pages can't be written: %s", error)
    return written


def _replace(path: Path, text: str) -> None:
    """Write a file so that no other server reads half of it."""
    descriptor, name = tempfile.mkstemp(dir=path.parent)
    with os.fdopen(descriptor, "w", encoding="utf-8", newline="\n") as file:
        file.write(text)
    os.replace(name, path)
