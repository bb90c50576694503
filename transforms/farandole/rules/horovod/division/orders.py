"""Whether arrays have their samples in one order in all processes."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import reduce

from farandole.analysis.loops import chains
from farandole.analysis.points_to.values import Instance
from farandole.analysis.program import Call
from farandole.analysis.slicing import Slices
from farandole.frameworks.script import Script
from farandole.frameworks.tensorflow.datasets import starts_initialised
from farandole.rules.horovod.division.sampling import seeder
from farandole.rules.horovod.names import horovod
from farandole.source import Document, EditSet, layout

_SEEDS = (
    "numpy.random.seed",
    "tensorflow.keras.utils.set_random_seed",
)
_SHUFFLES = ("numpy.random.shuffle", "random.shuffle")
_PERMUTATION = "numpy.random.permutation"
_MAKERS = frozenset({"numpy.random.RandomState", "numpy.random.default_rng"})
_OTHERS = ("numpy.random.RandomState", "numpy.random.default_rng", "numpy.random.Generator", "random.Random")
"""What makes a generator of its own, and draws from no other."""


@dataclass(frozen=True)
class Unseeded:
    """The calls that order arrays by chance.

    `seeded` take a seed, by the parameter beside each; `mixed` draw from the generator of the whole process. `doubt`
    says what else orders the arrays by chance.
    """

    seeded: tuple[tuple[Call, str], ...] = ()
    mixed: tuple[Call, ...] = ()
    doubt: str = ""


def unseeded(script: Script, slices: Slices, document: Document, nodes: Sequence[ast.expr]) -> Unseeded:
    """Give the calls that order arrays by chance; none when the script seeds the generator that all of them share."""
    if script.calls_to(*_SEEDS):
        return Unseeded()
    within = {each for node in nodes for each in slices.of(document, node)}
    names = {each.id for each in within if isinstance(each, ast.Name)}
    seeded: list[tuple[Call, str]] = []
    mixed: list[Call] = []
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
            mixed.append(call)
        for made in _own_generators(script, call):
            if call.node in within or _mixes(script, call, names, document, nodes[0]):
                seeded.append((made, "seed"))
    if mixed and _draws_otherwise(script, mixed):
        line, _ = mixed[0].document.position(mixed[0].document.span(mixed[0].node).start)
        doubt = doubt or f"line {line} orders the samples differently in each process, unless it is seeded"
        mixed = []
    return Unseeded(tuple(seeded), tuple(mixed), doubt)


def _own_generators(script: Script, call: Call) -> Iterator[Call]:
    """Yield the calls that made the generators by which a call orders something, and gave them no seed."""
    if call.attribute not in ("permutation", "permuted", "shuffle"):
        return
    for value in call.receivers:
        made = script.creation(value) if isinstance(value, Instance) else None
        if made is not None and made.names & _MAKERS and not made.hides_arguments:
            seed = made.argument("seed") or next(iter(made.node.args), None)
            if seed is None or script.constants(seed) == {None}:
                yield made


def _draws_otherwise(script: Script, mixed: Sequence[Call]) -> bool:
    """Say whether the script draws from the generators of these calls for anything but an order."""
    modules = tuple(_module(call) + "." for call in mixed)
    return any(
        name.startswith(modules) and not name.startswith((*_SHUFFLES, _PERMUTATION, *_OTHERS))
        for call in script.calls
        for name in call.names
    )


def _module(call: Call) -> str:
    return next(name.rpartition(".")[0] for name in sorted(call.names) if name in (*_SHUFFLES, _PERMUTATION))


def agreed_edits(script: Script, call: Call) -> EditSet:
    """Give the edits that let all processes shuffle alike by a call; a single one shuffles as before."""
    places: list[tuple[Document, ast.stmt]] = [
        (chain[-1].document, chain[-1].node) for chain in chains(script, call.document, call.node) if chain
    ]
    places = places or [(call.document, call.document.statement(call.node))]
    found = (_agreed(script, call, document, statement) for document, statement in dict.fromkeys(places))
    return reduce(EditSet.__or__, found)


def _agreed(script: Script, call: Call, document: Document, statement: ast.stmt) -> EditSet:
    hvd = horovod(script, document)
    seed = seeder(script, document, f"{_module(call)}.seed")
    lines = [f"if {hvd.text}.size() > 1:", f"    {seed.text}(0)  # one order in all processes"]
    edits = (*hvd.edits, *seed.edits, *layout.insert_before(document, statement, lines))
    return EditSet.of(document, [replace(edit, once=True) for edit in edits])


def _shuffles(script: Script, call: Call, names: set[str], document: Document, use: ast.expr) -> bool:
    """Say whether a call shuffles one of the arrays in place before they are used, by the generator of the process."""
    return not call.names.isdisjoint(_SHUFFLES) and _mixes(script, call, names, document, use)


def _mixes(script: Script, call: Call, names: set[str], document: Document, use: ast.expr) -> bool:
    """Say whether a call is given one of the arrays before they are used."""
    shuffled = {each.id for argument in call.node.args for each in ast.walk(argument) if isinstance(each, ast.Name)}
    here = call.document is document and script.scope(document, use) is script.scope(document, call.node)
    return bool(shuffled & names) and not (here and call.node.lineno > use.lineno)
