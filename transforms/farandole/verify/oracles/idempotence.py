"""Oracle 7: a second conversion changes nothing, and what was not converted is as it was."""

from __future__ import annotations

import io
import re
import tokenize
from collections import Counter

from farandole.verify.oracles.evidence import Evidence, Judgement, Verdict
from farandole.verify.oracles.messages import some


def changes_nothing_more(evidence: Evidence) -> Judgement:
    """Oracle 7: the conversion of the conversion is itself, and what was not converted is as it was."""
    assert evidence.texts is not None and evidence.again is not None
    problems = [f"a second conversion changes {path.name}" for path in evidence.again]
    for path, (original, converted) in evidence.texts.items():
        problems += [f"{path.name}: {problem}" for problem in lost(original, converted)]
    return (Verdict.FAILED, some(problems)) if problems else (Verdict.PASSED, [])


def lost(original: str, converted: str) -> list[str]:
    """Give what the conversion changed although it had no reason: comments, line ends, and lines of the same tokens."""
    problems = []
    missing = comments(original) - comments(converted)
    problems += [f"the comment {comment!r} is gone" for comment in missing]
    if "\r\n" in original and re.search(r"(?<!\r)\n", converted) and not re.search(r"(?<!\r)\n", original):
        problems.append("line ends changed")
    kept = Counter(converted.splitlines())
    gone = [line for line in original.splitlines() if line.strip() and not kept[line]]
    before = set(original.splitlines())
    new: dict[str, set[str]] = {}
    for line in converted.splitlines():
        if line not in before:
            new.setdefault(bare(line), set()).add(line.strip())
    for line in gone:
        others = new.get(bare(line))
        if others is not None and line.strip() not in others:
            problems.append(f"the line {line.strip()!r} was only written in another way")
    return problems


def bare(line: str) -> str:
    """Give a line without what its layout and its quotes are."""
    return re.sub(r"\s+", "", line).replace('"', "'")


def comments(text: str) -> Counter[str]:
    """Give the comments of a file."""
    try:
        tokens = list(tokenize.generate_tokens(io.StringIO(text).readline))
    except (SyntaxError, tokenize.TokenError):
        return Counter()
    return Counter(token.string for token in tokens if token.type == tokenize.COMMENT)
