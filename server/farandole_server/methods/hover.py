"""`textDocument/hover`: what an object is to the training, where it comes from, and what a conversion does about it."""

from __future__ import annotations

import ast

from farandole.rules.rule import Finding, Status
from farandole.script.places import Role, expression_at, receivers_at, roles_at
from farandole.source import Document, Span
from lsprotocol import types

from farandole_server.analysis import Analysis, Snapshot
from farandole_server.diagnostics import analyses_of, page_uri, sentences
from farandole_server.server import Server
from farandole_server.texts import Text
from farandole_server.worker import Token

METHOD = types.TEXT_DOCUMENT_HOVER

_STATUS = {Status.DONE: "Done", Status.MISSING: "Will change", Status.REFUSED: "Can't be changed"}


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
        for analysis in analyses_of(ls.analyst, snapshot, text, token):
            document = analysis.documents.get(text.path)
            if document is not None and (found := _described(analysis, document, Span(offset, offset))) is not None:
                span, lines = found
                if not snapshot.indexed:
                    lines.append("The project is still being read.")
                return types.Hover(_markup(lines, formats), _range(text, span))
        return None

    return await ls.ask(work, uri)


def _range(text: Text, span: Span) -> types.Range:
    return text.part(span).range


def _markup(lines: list[str], formats: object) -> types.MarkupContent:
    if isinstance(formats, list | tuple) and types.MarkupKind.Markdown in formats:
        return types.MarkupContent(types.MarkupKind.Markdown, "\n\n".join(lines))
    return types.MarkupContent(types.MarkupKind.PlainText, "\n".join(line.replace("**", "") for line in lines))


def _described(analysis: Analysis, document: Document, at: Span) -> tuple[Span, list[str]] | None:
    """Give the place that a position is in, and what is to be said of it."""
    script = analysis.script
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
        for finding in analysis.findings
        if _stands_in(finding, places) or not objects.isdisjoint(receivers_at(script, finding.document, finding.span))
    ]
    if not roles and not findings:
        findings = [each for each in analysis.findings if each.document is document and _holds(each.span, at)]
        findings = [each for each in findings if each.status is not Status.DONE]
    if not roles and not findings:
        return None
    lines = [_role_line(each) for each in roles]
    lines += dict.fromkeys(_finding_line(each) for each in findings)
    return document.span(node), lines


def _stands_in(finding: Finding, places: list[tuple[Document, Span]]) -> bool:
    return any(finding.document is document and _holds(span, finding.span) for document, span in places)


def _holds(outer: Span, inner: Span) -> bool:
    return outer.start <= inner.start and inner.end <= outer.end


def _role_line(each: Role) -> str:
    name = f" `{each.name}`" if each.name else ""
    where = ""
    if each.creation is not None:
        document = each.creation.document
        line = document.position(document.span(each.creation.node).start)[0]
        where = f", created in {document.path.name}:{line}"
    return f"**{each.role}**{name}: `{each.kind}`{where}"


def _finding_line(finding: Finding) -> str:
    page = page_uri(finding.code)
    code = f"[{finding.code}]({page})" if page else finding.code
    confirm = f" Please confirm: {finding.confirm}." if finding.confirm else ""
    return f"**{_STATUS[finding.status]}** ({code} {finding.rule.title}): {sentences(finding)}{confirm}"
