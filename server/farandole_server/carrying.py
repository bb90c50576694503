"""What was known of a text, where it stands in a later one."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TypeVar

from farandole import source
from farandole.conversion.plan import states
from farandole.frameworks.script import Script
from farandole.frameworks.tensorflow.training import Training
from farandole.options import Options
from farandole.rules import all_rules
from farandole.rules.rule import Finding, Related, Status
from farandole.source import Document, Span
from farandole.source.trivia import change_between
from lsprotocol import types

from farandole_server.positions import Lines
from farandole_server.wording import obstacle

Answer = TypeVar("Answer")

_LINE = re.compile(r"\bline (\d+)")
_SEVERAL = re.compile(r"\blines \d")
_LINES = re.compile(r"\blines? \d")


@dataclass(frozen=True)
class Progress:
    """How far the conversion of a training is: how many of its `steps` are `done`, or what is in the way of all.

    `index` is that of the training in the script, `document` and `span` where it stands.
    """

    index: int
    label: str
    pattern: str
    document: Document
    span: Span
    done: int
    steps: int
    obstacle: str


def progress(script: Script, findings: Collection[Finding], options: Options) -> tuple[Progress, ...]:
    """Give how far each training of a script is; steps that are not asked for don't count."""
    asked = {rule.code for rule in all_rules() if rule.is_asked(options)}
    found = []
    for index, training in enumerate(script.trainings):
        known = {code: status for code, status in states(findings, training).items() if code in asked}
        done = sum(status is Status.DONE for status in known.values())
        pattern = training.pattern.value
        place = training.document, training.span
        reason = next(map(obstacle, blocking(findings, training)), "")
        found.append(Progress(index, training.label, pattern, *place, done, len(known), reason))
    return tuple(found)


def blocking(findings: Collection[Finding], training: Training | None) -> tuple[Finding, ...]:
    """Give what is in the way of every conversion of a training, or of any if it is None."""
    return tuple(
        finding
        for finding in findings
        if finding.status is Status.REFUSED
        and finding.blocks
        and (training is None or finding.training in (None, training))
    )


def carried_progress(known: Collection[Progress], documents: Mapping[Path, Document]) -> tuple[Progress, ...]:
    """Give how far trainings were, where their texts now stand."""
    found = []
    for each in known:
        document = documents.get(each.document.path)
        span = moved(each.span, each.document.text, document.text) if document is not None else None
        if document is not None and span is not None:
            found.append(replace(each, document=document, span=span))
    return tuple(found)


def carried_findings(
    known: Collection[Finding], broken: Collection[Finding], documents: Mapping[Path, Document]
) -> tuple[Finding, ...]:
    """Give the findings of a script whose text can't be parsed at the moment.

    Those are what was `known` when it could, as far as the text that each is about is still there, without the steps
    that have been done since, by what is found in the `broken` text.
    """
    done = {finding.code for finding in broken if finding.status is Status.DONE}
    done -= {finding.code for finding in broken if finding.status is Status.MISSING}
    done -= {finding.code for finding in known if finding.status is Status.DONE}
    moving = (_moved(finding, documents) for finding in known if finding.code not in done)
    return tuple(finding for finding in moving if finding is not None)


def same_findings(known: Collection[Finding], documents: Mapping[Path, Document]) -> dict[Finding, Finding] | None:
    """Give the findings of a program whose comments and blank lines have changed, each with what it was before.

    None where one tells the number of a line, and it is not known which line that is now.
    """
    found = {}
    for before in known:
        finding = _moved(before, documents)
        if finding is not None:
            retold = _retold(finding, before.document, len(documents) == 1)
            if retold is None:
                return None
            found[retold] = before
    return found


def _retold(finding: Finding, before: Document, alone: bool) -> Finding | None:
    """Give a moved finding with the lines that its texts tell, which are those of the one file if it stands `alone`."""
    texts = [finding.message, finding.suggestion, finding.confirm, *(each.message for each in finding.related)]
    if not any(map(_LINES.search, texts)):
        return finding
    new = [_with_lines(text, before, finding.document) for text in texts] if alone else [None]
    told = [each for each in new if each is not None]
    if len(told) < len(texts):
        return None
    message, suggestion, confirm, *others = told
    related = tuple(replace(each, message=text) for each, text in zip(finding.related, others, strict=True))
    return replace(finding, message=message, suggestion=suggestion, confirm=confirm, related=related)


def _with_lines(text: str, before: Document, after: Document) -> str | None:
    """Give a text with the new number of each line that it tells; None where that is not plain. Code is only quoted."""

    def new(match: re.Match[str]) -> str:
        end = before.offset(int(match[1]), len(before.text))
        span = moved(Span(max(end - 1, 0), end), before.text, after.text)
        return f"line {after.position(span.start)[0] if span is not None else match[1]}"

    parts = text.split("`")
    if len(parts) % 2 == 0 or any(map(_SEVERAL.search, parts[::2])):
        return None
    parts[::2] = [_LINE.sub(new, part) for part in parts[::2]]
    return "`".join(parts)


def _moved(finding: Finding, documents: Mapping[Path, Document]) -> Finding | None:
    document = documents.get(finding.document.path)
    span = moved(finding.span, finding.document.text, document.text) if document is not None else None
    if document is None or span is None:
        return None
    related = tuple(_moved_places(finding.related, documents))
    return replace(
        finding, document=document, span=span, related=related, fix=source.EditSet.empty if finding.fix else None
    )


def _moved_places(places: Collection[Related], documents: Mapping[Path, Document]) -> Iterator[Related]:
    for place in places:
        document = documents.get(place.document.path)
        span = moved(place.span, place.document.text, document.text) if document is not None else None
        if document is not None and span is not None:
            yield replace(place, document=document, span=span)


def moved(span: Span, before: str, after: str) -> Span | None:
    """Give where a span of a text stands after a change at one place; None when its start is not there any more."""
    if before == after:
        return span
    same, end_before, end_after = change_between(before, after)
    if span.end <= same:
        return span
    if span.start >= end_before:
        shift = end_after - end_before
        return Span(span.start + shift, span.end + shift)
    if span.start >= same:
        return None
    return Span(span.start, span.end + end_after - end_before if span.end >= end_before else end_after)


def moved_places(
    before: Lines, places: Collection[tuple[types.Range, Answer]], after: Lines
) -> list[tuple[types.Range, Answer]]:
    """Give what stands at places of a text where it stands in a later one; what is gone is left out."""
    found = []
    for place, answer in places:
        span = moved(Span(before.offset(place.start), before.offset(place.end)), before.text, after.text)
        if span is not None:
            found.append((after.range(span.start, span.end), answer))
    return found
