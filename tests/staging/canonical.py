"""Texts as they are compared: up to fresh names."""

from __future__ import annotations

import re


def canonical(text: str) -> str:
    """Give an S-expression, or Python, on one line, with the numbers of fresh names counted in the order they come in."""
    names: dict[str, str] = {}

    def renumbered(found: re.Match[str]) -> str:
        return names.setdefault(found[0], f"{found[1]}{sum(name.startswith(found[1]) for name in names)}")

    numbered = re.sub(r"\b(x|then_|else_|body_|cond_)(\d+)\b", renumbered, text.replace("$", "_"))
    return " ".join(re.sub(r"([()])", r" \1 ", numbered).split())
