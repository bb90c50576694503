"""Whether arrays have their samples in one order in all processes."""

from __future__ import annotations

import ast
from collections.abc import Sequence

from farandole.rules.horovod.division.stages import starts_initialised
from farandole.script import Call, Script
from farandole.script.slices import Slices
from farandole.source import Document

_SEEDS = (
    "numpy.random.seed",
    "tensorflow.keras.utils.set_random_seed",
)
_SHUFFLES = ("numpy.random.shuffle", "random.shuffle")
_PERMUTATION = "numpy.random.permutation"


def unseeded(
    script: Script, slices: Slices, document: Document, nodes: Sequence[ast.expr]
) -> tuple[tuple[tuple[Call, str], ...], str]:
    """Give the calls that order arrays by chance and take a seed, with its parameter, and what else orders them so.

    Nothing when the script seeds the generator that all of them share.
    """
    if script.calls_to(*_SEEDS):
        return (), ""
    within = {each for node in nodes for each in slices.of(document, node)}
    names = {each.id for each in within if isinstance(each, ast.Name)}
    seeded: list[tuple[Call, str]] = []
    doubt = ""
    for call in script.calls:
        facts = call.entry.facts if call.entry is not None else {}
        if call.node in within and facts.get("shuffles") and "seed" in facts and "data" not in facts:
            parameter = str(facts["seed"])
            seed = call.argument(parameter)
            ordered = script.constants(call.argument("shuffle")) == {False}
            if not ordered and not call.hides_arguments and (seed is None or script.constants(seed) == {None}):
                if starts_initialised(script, call.document, call.node):
                    seeded.append((call, parameter))
                else:
                    doubt = f"{call.attribute} must be given the same seed in each process"
        if (call.node in within and _PERMUTATION in call.names) or _shuffles(script, call, names, document, nodes[0]):
            line, _ = call.document.position(call.document.span(call.node).start)
            doubt = doubt or f"line {line} orders the samples differently in each process, unless it is seeded"
    return tuple(seeded), doubt


def _shuffles(script: Script, call: Call, names: set[str], document: Document, use: ast.expr) -> bool:
    """Say whether a call shuffles one of the arrays in place before they are used."""
    if call.names.isdisjoint(_SHUFFLES):
        return False
    shuffled = {each.id for argument in call.node.args for each in ast.walk(argument) if isinstance(each, ast.Name)}
    here = call.document is document and script.scope(document, use) is script.scope(document, call.node)
    return bool(shuffled & names) and not (here and call.node.lineno > use.lineno)
