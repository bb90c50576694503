"""What a project's own rules in Datalog say."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from pathlib import Path

from farandole.analysis.datalog.engine import DatalogError, conclude_within_limits
from farandole.analysis.datalog.programs import program_of
from farandole.analysis.datalog.rule_files import RuleFileError, read
from farandole.analysis.facts.database import Facts
from farandole.analysis.facts.schema import Column, Sort
from farandole.frameworks.script import Script
from farandole.options import Options, Speculation
from farandole.rules.families import INEFFICIENT
from farandole.rules.performance.found import MOST_NODES, facts_of, is_ready, uses_framework
from farandole.rules.rule import Assumption, Finding, Rule, Status
from farandole.source import Span

OUTPUTS: Mapping[str, tuple[Column, ...]] = {
    "finding": (Column("Node", Sort.NODE), Column("Message", Sort.TEXT)),
    "advice": (Column("Node", Sort.NODE), Column("Text", Sort.TEXT)),
    "assumes": (Column("Node", Sort.NODE), Column("Place", Sort.NODE), Column("Text", Sort.TEXT)),
}
"""What a project's rules may conclude."""


class ProjectRule(Rule):
    """Say what the rules of the project conclude.

    ## What it does

    Reads the files that `performance-rules` names in `[tool.farandole]`, and shows each `finding` that follows from their
    rules and [the facts](../performance/facts.md) of a script, with the `advice` and the assumptions that go with it.
    [Own rules](../performance/rules.md) says how they are written.

    ## Why

    A project has its own ways to be slow, and its own library calls that are to blame for it.

    ## When it is not offered

    A file with an error is reported with its line and what to do, and so are rules that take more than five seconds or
    a gigabyte of memory; findings of the other files stay. Scripts that call nothing of TensorFlow or PyTorch are not
    looked at.

    ## Edit safety

    These rules have no edits, and nothing in a rule file is run.
    """

    family = INEFFICIENT
    code, name = "PRF190", "project-rule"
    title = "Follow the project's own rules"
    files = {
        "tracing.lp": """\
% `item()` waits for the device; in a loop it does so in each turn.
finding(Call, "item() waits for the device in each turn") :-
    method(Call, "item"), in_loop(Call, _).
advice(Call, "add up tensors, and take the number once after the loop") :-
    method(Call, "item"), in_loop(Call, _).
"""
    }
    settings = {"performance-rules": ["*.lp"]}
    reported = [
        """\
import torch
total = 0.0
for step in range(100):
    total += torch.rand(3).sum().item()
"""
    ]
    untouched = [
        """\
import torch
total = torch.zeros(())
for step in range(100):
    total = total + torch.rand(3).sum()
print(total.item())
"""
    ]

    def check(self, script: Script, options: Options) -> Iterator[Finding]:
        """Give the findings of each file, or what is wrong with it."""
        if not options.performance_rules or not uses_framework(script) or not is_ready():
            return
        facts = facts_of(script)
        if len(facts.numbering.nodes) > MOST_NODES:
            return
        for path in options.performance_rules:
            try:
                yield from self._findings(facts, path)
            except RuleFileError as error:
                yield self._failed(script, f"`{path.name}:{error.line}`: {error.reason}", "correct the rule file")
            except DatalogError as error:
                yield self._failed(script, f"the rules of `{path.name}` {error}", "make them more specific")

    def _findings(self, facts: Facts, path: Path) -> Iterator[Finding]:
        program = program_of(facts, [read(path, OUTPUTS)], OUTPUTS)
        if program is None:
            return
        found = conclude_within_limits(program, OUTPUTS)
        nodes = len(facts.numbering.nodes)
        advice = {row[0]: str(row[1]) for row in reversed(found["advice"])}
        for number, message in found["finding"]:
            if not isinstance(number, int) or not 0 < number <= nodes:
                continue  # a number of the rule's own, which is no node
            node = facts.numbering.node(number)
            document = facts.numbering.document(node)
            span = Span(0, 0) if isinstance(node, ast.Module) else document.span(node)
            yield Finding(
                self,
                Status.VIOLATION,
                document,
                span,
                str(message),
                advice.get(number, f"see the rules in {path.name}"),
                related=tuple(_assumption(facts, row[1], row[2]) for row in found["assumes"] if row[0] == number),
            )

    def _failed(self, script: Script, message: str, suggestion: str) -> Finding:
        return Finding(self, Status.VIOLATION, script.entry, Span(0, 0), message, suggestion)


def _assumption(facts: Facts, place: int | str, text: int | str) -> Assumption:
    nodes = facts.numbering.nodes
    node = facts.numbering.node(place) if isinstance(place, int) and 0 < place <= len(nodes) else nodes[0]
    document = facts.numbering.document(node)
    span = Span(0, 0) if isinstance(node, ast.Module) else document.span(node)
    return Assumption(document, span, f"assumes that {text}", Speculation.UNREAD)
