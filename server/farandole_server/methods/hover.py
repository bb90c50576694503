"""`textDocument/hover`: what an object is to the training, where it comes from, and what a conversion does about it."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from difflib import unified_diff

from farandole.frameworks.lookup import Role, expression_at, receivers_at, roles_at
from farandole.frameworks.script import Script
from farandole.frameworks.staging.summary import summary
from farandole.rules.rule import Finding, Status
from farandole.source import Document, Span
from lsprotocol import types

from farandole_server.actions import DISTRIBUTE, REWRITE, STAGE, Offer, Refused, plan_of, rewrites
from farandole_server.analysis import Analysis, Snapshot
from farandole_server.carrying import blocking
from farandole_server.diagnostics import Shown, analyses_of, page_uri, place_of, severity_of
from farandole_server.server import Server
from farandole_server.texts import Text
from farandole_server.wording import because, plain, sentences
from farandole_server.worker import Priority, Token

METHOD = types.TEXT_DOCUMENT_HOVER

_LINK = re.compile(r"\[([\w.:-]+)\]\([^)]*\)")
_FENCE = re.compile(r"^```\w*\n?", re.MULTILINE)
_NAME = re.compile(r"\bdef\s+")
_NAMES = 8
_DIFF_LINES = 16
_HINT = 2
"""How many characters of a hint are marked, and have it in their hover."""

_STATUS = {
    Status.VIOLATION: "Mistake",
    Status.REFUSED: "Can't be changed",
    Status.MISSING: "Will change",
    Status.DONE: "Done",
}
_SILENT = ("array", "layer")
"""Roles that are only worth a word when something is found about them."""


async def handle(ls: Server, params: types.HoverParams) -> types.Hover | None:
    """Give what is known of a place, or nothing."""
    uri = params.text_document.uri
    hover = ls.client_capabilities.text_document and ls.client_capabilities.text_document.hover
    formats = (hover.content_format if hover else None) or [types.MarkupKind.PlainText]

    def work(snapshot: Snapshot, token: Token) -> types.Hover | None:
        text = snapshot.texts.text(uri)
        if text is None:
            return None
        offset = text.offset(uri, params.position)
        settings = snapshot.settings_for(text.path)
        for analysis in analyses_of(ls.analyst, snapshot, text, token):
            document = analysis.documents.get(text.path)
            if document is None:
                continue

            def is_said(finding: Finding, analysis: Analysis = analysis, document: Document = document) -> bool:
                severity = severity_of(Shown(finding, analysis), settings)
                place = place_of(finding)
                end = place.start + _HINT if severity is types.DiagnosticSeverity.Hint else place.end
                is_here = finding.document is document and place.start <= offset <= end
                return ls.hover_has_diagnostics and is_here and severity is not None

            if (found := _described(analysis, document, Span(offset, offset), is_said)) is not None:
                span, lines = found
                if not snapshot.indexed:
                    lines.append("The project is still being read.")
                return types.Hover(_markup(lines, formats), _range(text, span))
        return None

    return await ls.ask(work, uri, Priority.CURSOR)


def _range(text: Text, span: Span) -> types.Range:
    return text.part(span).range


def _markup(lines: list[str], formats: object) -> types.MarkupContent:
    if isinstance(formats, list | tuple) and types.MarkupKind.Markdown in formats:
        return types.MarkupContent(types.MarkupKind.Markdown, "\n\n".join(lines))
    texts = [_FENCE.sub("", _LINK.sub(r"\1", line)).replace("**", "").replace("\n\n", "\n") for line in lines]
    return types.MarkupContent(types.MarkupKind.PlainText, plain("\n".join(texts)))


def _described(
    analysis: Analysis, document: Document, at: Span, is_said: Callable[[Finding], bool]
) -> tuple[Span, list[str]] | None:
    """Give the place that a position is in, and what is to be said of it, but for findings that are said beside it.

    That is what stands there, what is done, would be done or can't be done about it, and how its lines would change.
    """
    script = analysis.script
    if script is not None and (staged := _staged(script, document, at) or _not_staged(analysis, script, document, at)):
        return staged
    node = expression_at(document, at)
    if script is None or node is None:
        return None
    called = document.parent(node)
    whole = called if isinstance(called, ast.Call) and called.func is node else node
    found = roles_at(script, document, at)
    roles = found[1] if found is not None else ()
    places = [(document, document.span(whole))]
    places += [
        (each.creation.document, each.creation.document.span(each.creation.node)) for each in roles if each.creation
    ]
    objects = {each.object for each in roles}
    findings = [
        finding
        for finding in _heard(analysis)
        if _stands_in(finding, places)
        or (finding.document is document and finding.span.start == document.span(node).start)
        or (finding.training is not None and not objects.isdisjoint(finding.training.models))
        or not objects.isdisjoint(receivers_at(script, finding.document, finding.span))
    ]
    if not findings and all(each.role in _SILENT for each in roles):
        return None
    lines = [*dict.fromkeys(_role_line(each) for each in roles)]
    obstacles = [each for each in blocking(analysis.findings, None) if each not in findings]
    is_blocked = bool(blocking(analysis.findings, None))
    titles = {status: title for status, title in _STATUS.items() if status is not Status.MISSING or not is_blocked}
    for status, title in titles.items():
        of_status = [each for each in findings if each.status is status and not is_said(each)]
        listed = dict.fromkeys(_finding_line(each) for each in of_status)
        lines += ["\n".join([f"**{title}**", "", *listed])] if listed else []
    if obstacles and any(each.status is Status.MISSING for each in findings):
        lines.append("\n".join(["**In the way**", "", *dict.fromkeys(f"- {because(each)}" for each in obstacles)]))
    changes = diff_of_lines(analysis, document, node)
    if changes:
        lines.append("\n".join(["```diff", *changes, "```"]))
    return document.span(node), lines


def _staged(script: Script, document: Document, at: Span) -> tuple[Span, list[str]] | None:
    """Give the place of a staged function's name, if a position is in it, and what its stage makes of it."""
    for node, place in _named(document, at):
        member = script.staging.member(node)
        if member is None:
            return None
        root, told = member.root, summary(script, script.staging, member)
        staged_at = _linked(root.home, root.home.span(root.by).start)
        by = "by" if root.function is node else f"with `{root.name}`, which is staged by"
        lines = [f"**staged** {by} `{root.stage.value}` in {staged_at}"]
        if told.with_it:
            lines.append(f"Staged with it: {_listed(told.with_it)}")
        if told.fixed:
            lines.append(f"Fixed while it is traced: {_listed(told.fixed)}")
        lines.append(f"Traced again: {told.again}")
        return place, lines
    return None


def _not_staged(analysis: Analysis, script: Script, document: Document, at: Span) -> tuple[Span, list[str]] | None:
    """Give the place of the name of a function that can't be staged, if a position is in it, and what is in the way."""
    for node, place in _named(document, at):
        function = (str(document.path), *document.span(node))
        for offer in rewrites(script, document, place):
            if offer.kind == STAGE and offer.finding == function:
                try:
                    plan_of(offer, analysis)
                except Refused as refused:
                    return place, [f"**Can't be staged**: {refused}"]
    return None


def _named(document: Document, at: Span) -> Iterator[tuple[ast.FunctionDef | ast.AsyncFunctionDef, Span]]:
    """Yield the function in whose name a position is, where it is defined, and the place of the name."""
    for node in document.statements:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            start = _NAME.search(document.text, document.offset(node.lineno, node.col_offset))
            place = Span(start.end(), start.end() + len(node.name)) if start is not None else None
            if place is not None and place.start <= at.start <= place.end:
                yield node, place


def _listed(names: tuple[str, ...]) -> str:
    more = len(names) - _NAMES
    shown = ", ".join(f"`{name}`" for name in names[:_NAMES])
    return f"{shown} and {more} more" if more > 0 else shown


def diff_of_lines(analysis: Analysis, document: Document, node: ast.AST) -> list[str]:
    """Give how the lines of the statement around a node would change by the conversion of the script, if it is one."""
    try:
        plan = plan_of(Offer(REWRITE, DISTRIBUTE), analysis)
    except Refused:
        return []
    span = document.span(document.statement(node))
    start = document.text.rfind("\n", 0, span.start) + 1
    end = len(document.text) if (found := document.text.find("\n", span.end)) < 0 else found
    parts: list[str] = []
    position = start
    for change in plan.edits.changes(document):
        if start <= change.start and change.end <= end:
            parts += (document.text[position : change.start], change.text)
            position = change.end
    new = "".join((*parts, document.text[position:end]))
    before, after = document.text[start:end].splitlines(), new.splitlines()
    changed = [*unified_diff(before, after, n=0, lineterm="")][2:]
    lines = [line for line in changed if not line.startswith("@@")]
    more = len(lines) - _DIFF_LINES
    return [*lines[:_DIFF_LINES], f"  … and {more} more lines"] if more > 1 else lines


def _heard(analysis: Analysis) -> list[Finding]:
    """Give the findings that the user has not switched off."""
    return [finding for finding in analysis.findings if not finding.ignored]


def _stands_in(finding: Finding, places: list[tuple[Document, Span]]) -> bool:
    return any(finding.document is document and _holds(span, finding.span) for document, span in places)


def _holds(outer: Span, inner: Span) -> bool:
    return outer.start <= inner.start and inner.end <= outer.end


def _linked(document: Document, offset: int) -> str:
    """Give the place of an offset as a link; a line of a notebook has no address."""
    name = document.place_name(offset)
    return name if document.cells else f"[{name}]({document.path.as_uri()}#L{document.position(offset)[0]})"


def _role_line(each: Role) -> str:
    name = f" `{each.name}`" if each.name else ""
    where = ""
    if each.creation is not None:
        document = each.creation.document
        where = f", created in {_linked(document, document.span(each.creation.node).start)}"
    return f"**{each.role.replace('-', ' ')}**{name}: `{each.kind}`{where}"


def _finding_line(finding: Finding) -> str:
    page = page_uri(finding.code)
    code = f"[{finding.code}]({page})" if page else finding.code
    confirm = f" Please confirm: {finding.confirm}." if finding.confirm else ""
    assumed = [f"\n  - {each.message} ({each.speculation.value})" for each in finding.assumptions]
    return f"- {_said(finding)}{confirm} ({code}){''.join(assumed)}"


def _said(finding: Finding) -> str:
    """Give what is missing in one sentence; what will be done about it, the changed lines show."""
    return sentences(replace(finding, suggestion="") if finding.status is Status.MISSING else finding)
