"""What is said to the user: findings as sentences, for clients that show Markdown and for those that don't."""

from __future__ import annotations

import re

from farandole.rules.rule import Finding

_CODE = re.compile(r"`([^`]*)`")


def sentences(finding: Finding) -> str:
    """Give the message and the suggestion as sentences; names are in backticks."""
    parts = [part.strip().rstrip(".") for part in (finding.message, finding.suggestion) if part]
    return ". ".join(part[:1].upper() + part[1:] for part in parts) + "."


def plain(text: str) -> str:
    """Give a text whose names are in quotation marks instead of backticks, for where Markdown is not rendered."""
    return _CODE.sub(r"“\1”", text)


def because(finding: Finding) -> str:
    """Give in one line what stands in the way: the place, the reason and the code."""
    place = finding.document.place_name(finding.span.start)
    return plain(f"{place}: {sentences(finding)} ({finding.code})")


def obstacle(finding: Finding) -> str:
    """Give the same without what can be done about it, for where there is little room."""
    line = finding.document.line_name(finding.span.start).capitalize()
    message = finding.message.strip().rstrip(".")
    return plain(f"{line}: {message} ({finding.code})")
