"""Comments that switch findings off: `# farandole: ignore[HVD104]` on its line, `ignore-file[…]` in its file."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from farandole.rules import all_rules
from farandole.rules.rule import Finding
from farandole.source import Document, Span

_COMMENT = re.compile(r"#\s*farandole:\s*ignore(?P<file>-file)?\[(?P<codes>[^\]]*)\]")


@dataclass(frozen=True)
class Ignore:
    """A comment that switches findings with these codes off, on its `line` or, without one, in the whole file."""

    document: Document
    span: Span
    codes: tuple[str, ...]
    line: int | None

    def applies(self, finding: Finding) -> bool:
        """Say whether a finding is one that is switched off."""
        if finding.document.path != self.document.path or finding.code not in self.codes:
            return False
        return self.line is None or finding.document.position(finding.span.start)[0] == self.line


def ignores(document: Document) -> tuple[Ignore, ...]:
    """Give the comments of a file that switch findings off, in their order."""
    if "farandole:" not in document.text:
        return ()
    found = []
    for end, start in sorted(document.lexis.comments.items()):
        for match in _COMMENT.finditer(document.text, start, end):
            codes = tuple(code for each in match["codes"].split(",") if (code := each.strip()))
            line = None if match["file"] else document.position(start)[0]
            found.append(Ignore(document, Span(*match.span()), codes, line))
    return tuple(found)


def marked(findings: Iterable[Finding], documents: Collection[Document]) -> Iterator[Finding]:
    """Yield findings, those that a comment switches off marked as `ignored`."""
    known = [each for document in documents for each in ignores(document)]
    for finding in findings:
        yield replace(finding, ignored=True) if any(each.applies(finding) for each in known) else finding


def unused(
    scripts: Iterable[tuple[Collection[Finding], Collection[Document]]], asked: Collection[str]
) -> Mapping[Ignore, tuple[str, ...]]:
    """Give the codes in comments that switch nothing off in any of the scripts that a file belongs to.

    Each script has what was found in its files. Of rules that were not `asked`, by their codes, nothing can be said; a
    code of no rule never switches anything off.
    """
    comments: dict[tuple[Path, Span], Ignore] = {}
    used: set[tuple[Path, Span, str]] = set()
    for findings, documents in scripts:
        for each in (each for document in documents for each in ignores(document)):
            path = each.document.path
            comments.setdefault((path, each.span), each)
            used.update((path, each.span, found.code) for found in findings if found.ignored and each.applies(found))
    silent = {rule.code for rule in all_rules()}.difference(asked)
    left = {
        each: tuple(code for code in each.codes if (*place, code) not in used and code not in silent)
        for place, each in sorted(comments.items(), key=lambda item: item[0])
    }
    return {each: codes for each, codes in left.items() if codes}
