"""What the rules in Datalog conclude of a script, once for all rules of the family."""

from __future__ import annotations

import ast
import logging
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from farandole.analysis.answers import answered_once
from farandole.analysis.datalog.asking import TooManyStepsError, ask
from farandole.analysis.datalog.engine import Conclusions, DatalogError, available, conclude_within_limits
from farandole.analysis.datalog.plans import Rules
from farandole.analysis.datalog.programs import program_of
from farandole.analysis.datalog.rule_files import RuleFile, read
from farandole.analysis.effects.calls import Effects
from farandole.analysis.facts.database import Facts
from farandole.analysis.facts.schema import Column, Sort
from farandole.frameworks.script import Script
from farandole.rules.performance.hoisting import new_name, numbered
from farandole.source import Document

log = logging.getLogger(__name__)

FRAMEWORKS = ("tensorflow.", "torch.")
"""How the catalogue's names of what the patterns are about begin."""
MOST_STEPS = 300_000
"""What takes more steps is grounded in a process with limits of time and memory, whose start takes a while."""
MOST_NODES = 200_000
"""Scripts of more statements and expressions, with the modules that they reach, are left out."""


@dataclass(frozen=True)
class Found:
    """The conclusions of the rules about a script, by relation, with nodes in the place of their numbers."""

    script: Script
    rows: Mapping[str, tuple[tuple[ast.AST, ...], ...]]
    _named: dict[tuple[ast.AST, str], str] = field(default_factory=dict)

    def document(self, node: ast.AST) -> Document:
        """Give the file in which a node stands."""
        return facts_of(self.script).numbering.document(node)

    def new_name(self, document: Document, place: ast.AST, wanted: str) -> str:
        """Give a name that the file does not have, nor a fix for another place: the wanted one, or that with a number."""
        if (place, wanted) not in self._named:
            self._named[place, wanted] = new_name(document, wanted, self._named.values())
        return self._named[place, wanted]

    def new_attribute(self, place: ast.AST, wanted: str, taken: Collection[str]) -> str:
        """Give a name for an attribute that is not taken, nor for a fix for another place."""
        if (place, wanted) not in self._named:
            self._named[place, wanted] = numbered(wanted, {*taken, *self._named.values()})
        return self._named[place, wanted]


@answered_once
def facts_of(script: Script) -> Facts:
    """Give the facts of a script."""
    return Facts(script)


def effects_of(script: Script) -> Effects:
    """Give what the calls of a script do to others."""
    return facts_of(script).effects


@answered_once
def found(script: Script) -> Found:
    """Give what the rules conclude; nothing for a script that uses no framework, and without clingo."""
    if not uses_framework(script) or not is_ready():
        return Found(script, dict.fromkeys(OUTPUTS, ()))
    facts = facts_of(script)
    if len(facts.numbering.nodes) > MOST_NODES:
        log.warning("%s: not searched for inefficient code: it is too large", script.entry.path)
        return Found(script, dict.fromkeys(OUTPUTS, ()))
    rows: Conclusions = dict.fromkeys(OUTPUTS, ())
    try:
        rows = _concluded(facts)
    except DatalogError as error:
        log.warning("%s: not searched for inefficient code: the rules %s", script.entry.path, error)
    node = facts.numbering.node
    return Found(
        script,
        {
            name: tuple(tuple(node(item) for item in row if isinstance(item, int)) for row in rows[name])
            for name in rows
        },
    )


def _concluded(facts: Facts) -> Conclusions:
    """Give what our rules conclude from facts; DatalogError where that takes too long."""
    try:
        return ask(facts, own_rules(), OUTPUTS, MOST_STEPS)
    except TooManyStepsError:
        program = program_of(facts, own_files(), OUTPUTS)
        return conclude_within_limits(program, OUTPUTS) if program is not None else dict.fromkeys(OUTPUTS, ())


def uses_framework(script: Script) -> bool:
    """Say whether a script calls anything of the frameworks that the patterns are about."""
    return any(name.startswith(FRAMEWORKS) for call in script.calls for name in call.names)


def runs_eagerly(script: Script, node: ast.expr) -> bool:
    """Say whether an operation computes where it stands: one of PyTorch, or of a TensorFlow 2 that builds no graph."""
    call = script.call(node)
    names = call.names if call is not None else frozenset()
    if not any(name.startswith("tensorflow.") for name in names):
        return True
    tapes = script.calls_to("tensorflow.GradientTape", "tensorflow.data.Dataset.from_tensor_slices")
    graphs = (call.entry.facts["graph"] for call in script.calls_with("graph") if call.entry is not None)
    runs = any(graph in ("runs", "resets") for graph in graphs)
    return bool(tapes) and not runs and not script.calls_to("tensorflow.placeholder", "tensorflow.gradients")


@cache
def is_ready() -> bool:
    """Say whether clingo is there; said once where it is not."""
    if not available():
        log.warning(
            "inefficient code (PRF) is not searched for: install clingo, `pip install 'farandole[performance]'`"
        )
    return available()


OUTPUTS: Mapping[str, tuple[Column, ...]] = {
    name: tuple(Column(column, Sort.NODE) for column in columns.split())
    for name, columns in {
        "grown": "Node Loop Run",
        "grown_from": "Node Loop Use",
        "grown_doubt": "Node Part",
        "compiled": "Call Loop",
        "compiled_from": "Call Loop Use",
        "compiled_doubt": "Call Part",
        "invariant": "Node Loop",
        "invariant_open": "Node Part",
        "anew": "Node Function",
        "fixed_product": "Node Loop Run",
        "product_in_loop": "Outer Left Inner Fixed Product Matrix Varying Loop",
        "product_in_run": "Outer Left Inner Fixed Product Matrix Varying Loop Run",
        "run_again": "First Second",
        "again": "First Second",
        "unrolled": "Loop Statement",
        "stepped": "Loop Call Cell",
        "untuned": "Move Convolution Sized",
        "plain_graph": "Function",
        "scalar_loop": "Loop Statement",
        "recorded": "Loop Start Forward",
    }.items()
}
"""What the rules in Datalog conclude for those in Python."""


@cache
def own_files() -> tuple[RuleFile, ...]:
    """Give the rules that Farandole has."""
    return tuple(read(path, OUTPUTS) for path in sorted(Path(__file__).parent.glob("*.lp")))


@cache
def own_rules() -> Rules:
    """Give what these rules say."""
    return Rules(tuple(clause for file in own_files() for clause in file.clauses))
