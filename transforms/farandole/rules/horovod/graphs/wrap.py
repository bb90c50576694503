"""Placeholder until the graph family is there."""

from __future__ import annotations

from collections.abc import Iterator

from farandole.options import Options
from farandole.rules.rule import Finding, Rule
from farandole.script import Script, Training


def find(rule: Rule, script: Script, training: Training, options: Options) -> Iterator[Finding]:
    """Find nothing."""
    yield from ()
