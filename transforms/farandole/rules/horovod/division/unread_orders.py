"""What gives samples in another order in each process, and no edit makes alike: a question to who knows the library.

It is asked about calls of libraries that are not read, told by their names, about loaders of PyTorch, and about what is
taken as threads or processes get it done.
"""

from __future__ import annotations

import ast

from farandole.analysis.program import Call
from farandole.frameworks.script import Script
from farandole.rules.horovod.division.seeds import is_seeded

_SHUFFLING = frozenset({"permutation", "randperm", "random_split", "shuffle", "shuffled", "train_test_split"})
"""What functions are called that order by chance, or choose so."""

_SAMPLING = frozenset({"fraction", "shuffle"})
"""The parameters of a `sample` that takes rows of a table."""

_AS_DONE = frozenset({"as_completed", "imap_unordered"})
"""What gives results in the order in which threads or processes are done."""

_SEEDS = frozenset({"seed", "random_state", "generator", "rng"})
"""What the parameters are called that take a seed, or a generator."""

_KEYED = "jax."
"""The library whose functions draw by what they are given alone."""


def order_by_chance(script: Script, call: Call) -> str:
    """Ask for what a call must give, where it may order samples otherwise in each process; empty where it does not."""
    asked = f"{call.document.quote(call.node.func)} in {call.document.place_of(call.node)} must give one order in all processes"
    if call.functions:
        return ""
    if call.attribute in _AS_DONE:
        return f"{asked}, not that in which the work is done"
    if call.attribute == "get" and any("Queue" in name for name in call.names):
        return f"{asked}, not that in which the queue is filled"
    if not _orders(script, call) or any(name in _SEEDS and not _is_none(each) for name, each in call.named.items()):
        return ""
    if not _is_of_torch(script, call):
        return f"{asked}: give it a seed"
    return (
        "" if is_seeded(script, "torch", (call.document, call.node)) else f"{asked}: call `torch.manual_seed` before it"
    )


def _orders(script: Script, call: Call) -> bool:
    """Say whether a call may order or choose by chance: a loader where it is told to, a function by its name."""
    told = call.argument("shuffle")
    if _is_loader(script, call):
        drawing = [told, call.argument("sampler"), call.argument("batch_sampler")]
        return call.hides_arguments or any(each is not None and script.constants(each) != {False} for each in drawing)
    if told is not None and script.constants(told) == {False}:
        return False
    known = any(name.startswith(_KEYED) or script.catalog.knows(name) for name in call.names)
    named = call.attribute in _SHUFFLING or (call.attribute == "sample" and any(map(call.keyword, _SAMPLING)))
    return named and bool(call.names) and (not known or _is_of_torch(script, call))


def _is_of_torch(script: Script, call: Call) -> bool:
    return _is_loader(script, call) or any(name.startswith("torch.") for name in call.names)


def _is_loader(script: Script, call: Call) -> bool:
    return any(script.role_of(value) == "torch-loader" for value in script.values(call.node))


def _is_none(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value is None
