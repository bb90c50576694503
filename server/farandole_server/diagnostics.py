"""Findings as diagnostics."""

from __future__ import annotations

import ast
import logging
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Generic, TypeVar

from farandole import __version__, caches
from farandole.conversion.ignores import Ignore, unused
from farandole.conversion.plan import asked, libraries, unsound
from farandole.frameworks.lookup import expression_at
from farandole.project.discover import names_framework
from farandole.rules import docs
from farandole.rules.rule import Assumption, Finding, Related, Severity, Status
from farandole.settings import SettingsError, WrongOption
from farandole.source import Span
from lsprotocol import types

from farandole_server.analysis import Analysis, Analyst, Said, Snapshot
from farandole_server.configuration import SEVERITIES, Settings
from farandole_server.texts import Text
from farandole_server.wording import plain, sentences
from farandole_server.worker import Token

log = logging.getLogger(__name__)

Of_co = TypeVar("Of_co", bound=Said, covariant=True)

SOURCE = "farandole"
UNUSED = "unused-ignore"
_LINE_END = 1000
"""A column beyond the end of a line, which clients take for its end."""

Versioned = tuple[int | None, list[types.Diagnostic]]
"""Diagnostics, and the version of the document that they are of."""
PROVISIONAL = "farandole (project not read yet)"


@dataclass(frozen=True)
class Shown(Generic[Of_co]):
    """A finding in an open file, and the analysis of the script that it comes from."""

    finding: Finding
    analysis: Of_co


def analyses_of(analyst: Analyst, snapshot: Snapshot, text: Text, token: Token) -> list[Analysis]:
    """Give the analyses of the scripts that an open file is converted with; none when it has none."""
    return [analyst.analysis(snapshot, entry, token.check) for entry in _entries(analyst, snapshot, text)]


def said_of(analyst: Analyst, snapshot: Snapshot, text: Text, token: Token) -> list[Said]:
    """Give what is said of the scripts that an open file is converted with; none when it has none."""
    return [analyst.said(snapshot, entry, token.check) for entry in _entries(analyst, snapshot, text)]


def last_of(analyst: Analyst, snapshot: Snapshot, text: Text) -> list[Analysis] | None:
    """Give the last analyses of the scripts that an open file is converted with; None where there is none of one."""
    found = [analyst.last(snapshot, entry) for entry in _entries(analyst, snapshot, text)]
    known = [each for each in found if each is not None]
    return known if len(known) == len(found) else None


def _entries(analyst: Analyst, snapshot: Snapshot, text: Text) -> tuple[Path, ...]:
    entries = analyst.entries(snapshot, text.path)
    alone = entries == (text.path,) and text.path not in snapshot.reach
    return () if alone and not names_framework(text.text, _libraries(snapshot, text.path)) else entries


def _libraries(snapshot: Snapshot, path: Path) -> tuple[str, ...]:
    """Give the libraries of other scripts that the settings want to be looked at; none where these are wrong."""
    try:
        return libraries(snapshot.options_for(path))
    except (SettingsError, WrongOption):
        return ()


def shown(analyses: Iterable[Of_co], path: Path) -> Iterator[Shown[Of_co]]:
    """Yield what is to be said of a file, once where several scripts lead to it."""
    seen = set()
    for analysis in analyses:
        for finding in analysis.findings:
            if (
                finding.document.path != path
                or finding.status is Status.DONE
                or finding.ignored
                or not finding.rule.is_asked(analysis.options)
            ):
                continue
            key = (finding.code, finding.span, finding.message)
            if key not in seen:
                seen.add(key)
                yield Shown(finding, analysis)


def diagnostics(analyst: Analyst, snapshot: Snapshot, text: Text, token: Token) -> dict[str, Versioned]:
    """Give the version and the diagnostics of an open file, or of each cell of a notebook, by address."""
    found: dict[str, Versioned] = {buffer.uri: (buffer.version, []) for buffer in text.buffers}
    if not found:
        return found
    analyses = said_of(analyst, snapshot, text, token)
    settings = snapshot.settings_for(text.path)
    every = sorted(shown(analyses, text.path), key=lambda each: each.finding.span)
    explained = {(each.finding.document.path, each.finding.span) for each in every}
    for each in every:
        severity = severity_of(each, settings)
        if severity is not None:
            part = text.part(place_of(each.finding))
            related = [
                place
                for place in each.finding.related
                if isinstance(place, Assumption) or (place.document.path, place.span) not in explained
            ]
            explained.update((place.document.path, place.span) for place in related)
            found[part.uri][1].append(_diagnostic(each, severity, part.range, related, snapshot))
    for ignore, codes in unused_ignores(analyses, text.path).items():
        part = text.part(ignore.span)
        found[part.uri][1].append(
            types.Diagnostic(
                part.range,
                f"Nothing here is found by {', '.join(codes)}, which this comment switches off.",
                types.DiagnosticSeverity.Hint,
                code=UNUSED,
                source=SOURCE,
                tags=[types.DiagnosticTag.Unnecessary],
            )
        )
    for analysis in analyses:
        for span, message in _failed(analysis, snapshot, text.path):
            part = text.part(span)
            found[part.uri][1].append(
                types.Diagnostic(part.range, plain(message), types.DiagnosticSeverity.Error, source=SOURCE)
            )
        if analysis.problem and analysis.entry == text.path:
            start = types.Range(types.Position(0, 0), types.Position(0, 0))
            message = plain(f"Not understood: {analysis.problem}")
            problem = types.Diagnostic(start, message, types.DiagnosticSeverity.Warning, source=SOURCE)
            found[text.buffers[0].uri][1].append(problem)
    for _, listed in found.values():
        listed.sort(
            key=lambda diagnostic: (diagnostic.range.start.line, diagnostic.range.start.character, str(diagnostic.code))
        )
    return found


def unused_ignores(analyses: Collection[Said], path: Path) -> Mapping[Ignore, tuple[str, ...]]:
    """Give the codes in comments of a file that switch nothing off in any script that it belongs to."""
    whole = [analysis for analysis in analyses if analysis.parses and path in analysis.documents]
    rules = {rule.code for analysis in whole for rule in asked(analysis.options)}
    return unused([(analysis.findings, [analysis.documents[path]]) for analysis in whole], rules)


def _failed(analysis: Said, snapshot: Snapshot, path: Path) -> Iterator[tuple[Span, str]]:
    """Yield the lines of a file where a verification of the text as it is found something wrong, and what."""
    verified, document = analysis.verified(snapshot), analysis.documents.get(path)
    for point in verified.failed if verified is not None else ():
        if document is not None and point.path == path:
            start = document.offset(point.line, 0)
            line = document.text[start:].partition("\n")[0].rstrip()
            yield Span(start + len(line) - len(line.lstrip()), start + len(line)), point.message


def settings_diagnostics(snapshot: Snapshot) -> dict[str, Versioned]:
    """Give what is wrong with the `pyproject.toml` files of what is open, each at its line, by address."""
    found: dict[str, Versioned] = {}
    for text in snapshot.texts:
        try:
            snapshot.options_for(text.path)
        except SettingsError as error:
            line = max((error.line or 1) - 1, 0)
            place = types.Range(types.Position(line, 0), types.Position(line, _LINE_END))
            message = plain(f"{error.reason[:1].upper()}{error.reason[1:]}. Until then the last settings hold.")
            problem = types.Diagnostic(place, message, types.DiagnosticSeverity.Error, source=SOURCE)
            found[error.path.as_uri()] = (None, [problem])
        except WrongOption:
            pass  # those of the client are told when they are read
    return found


def severity_of(each: Shown[Said], settings: Settings) -> types.DiagnosticSeverity | None:
    """Give how a finding is shown, None for not at all.

    What the user has set for its code decides. Else what a conversion would do is a hint until somebody begins with it,
    and a warning then; a step without which the script trains wrongly, as it stands, is an error.
    """
    finding = each.finding
    chosen = settings.severity_for(finding.code)
    if chosen is not None:
        return SEVERITIES[chosen]
    if not is_of_conversion(finding):
        return SEVERITIES[finding.severity]
    if settings.missing_steps != "auto":
        return SEVERITIES[Severity(settings.missing_steps)]
    if not each.analysis.begun:
        return types.DiagnosticSeverity.Hint
    if finding.training is not None and finding.code in unsound(each.analysis.findings, finding.training):
        return types.DiagnosticSeverity.Error
    return types.DiagnosticSeverity.Warning


def is_of_conversion(finding: Finding) -> bool:
    """Say whether a finding is a missing step of a conversion, or what is in the way of one."""
    return finding.status in (Status.MISSING, Status.REFUSED)


def place_of(finding: Finding) -> Span:
    """Give where a finding is shown: of a call what is called, else what stands on the first line."""
    document, span = finding.document, finding.span
    node = expression_at(document, span)
    if isinstance(node, ast.Call) and document.span(node) == span:
        span = document.span(node.func)
        if isinstance(node.func, ast.Attribute) and "\n" in document.text[span.start : span.end]:
            span = Span(span.end - len(node.func.attr), span.end)
    first = document.text[span.start : span.end].partition("\n")[0].rstrip()
    return Span(span.start, span.start + len(first)) if first else span


def _diagnostic(
    each: Shown[Said],
    severity: types.DiagnosticSeverity,
    place: types.Range,
    related: Collection[Related],
    snapshot: Snapshot,
) -> types.Diagnostic:
    finding = each.finding
    page = page_uri(finding.code)
    is_marked = severity is not types.DiagnosticSeverity.Hint and finding in each.analysis.removed
    return types.Diagnostic(
        range=place,
        message=plain(sentences(finding)),
        severity=severity,
        code=finding.code,
        code_description=types.CodeDescription(page) if page else None,
        source=SOURCE if snapshot.indexed else PROVISIONAL,
        tags=[types.DiagnosticTag.Unnecessary] if is_marked else None,
        related_information=[*_related(related, snapshot)] or None,
    )


def _related(places: Collection[Related], snapshot: Snapshot) -> Iterator[types.DiagnosticRelatedInformation]:
    for related in places:
        part = snapshot.view(related.document).part(related.span)
        yield types.DiagnosticRelatedInformation(types.Location(part.uri, part.range), plain(related.message))


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


@cache
def page_uri(code: str) -> str | None:
    """Give the address of a rule's page, which is written beside the user's other caches."""
    page = _pages().get(code)
    return page.as_uri() if page is not None else None


@cache
def _pages() -> Mapping[str, Path]:
    """Write the rules' pages, where that can be done, and give them by code."""
    folder = caches.folder(f"rules-{__version__}")
    written = {}
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name, text in docs.pages().items():
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            if not path.exists() or path.read_text(encoding="utf-8") != text:
                caches.replace(path, text.encode("utf-8"))
            written[path.stem] = path
    except (OSError, RuntimeError, ValueError) as error:
        log.warning("the rules' pages can't be written: %s", error)
    return written
