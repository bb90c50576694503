"""What the graph of TensorFlow 1 draws in each step: the noise that a generator is given, the units that are dropped.

Where a seed of the graph, or of such an operation, says that all processes draw alike, each is given a seed of its own.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import partial

from farandole.analysis.program import Call
from farandole.frameworks.script import Script
from farandole.frameworks.tensorflow.training import Pattern, Training
from farandole.rules.horovod.division.outcome import Change, edit_set
from farandole.rules.horovod.division.sampling import GRAPH_SEEDERS, ranked_seed_edits
from farandole.rules.horovod.division.seeds import seeds_alike
from farandole.rules.horovod.division.work import Work
from farandole.source import EditSet

_DRAWING = frozenset(
    f"tensorflow.{name}"
    for name in (
        *(
            "layers.Dropout",
            "layers.dropout",
            "multinomial",
            "random_gamma",
            "random_normal",
            "random_poisson",
            "random_uniform",
            "truncated_normal",
        ),
        *(f"random.{name}" for name in ("categorical", "gamma", "normal", "poisson", "truncated_normal", "uniform")),
        *(f"nn.{name}" for name in ("dropout", "nce_loss", "sampled_softmax_loss", "rnn_cell.DropoutWrapper")),
        *(f"contrib.{name}" for name in ("layers.dropout", "rnn.DropoutWrapper", "slim.dropout")),
    )
)
"""The operations that draw in each run of a graph, and what makes such operations."""

_DISTRIBUTIONS = ("tensorflow.contrib.distributions.", "tensorflow.distributions.", "tensorflow_probability.")
"""The modules of what draws by its method `sample`."""

_VARIABLES = ("tensorflow.Variable", "tensorflow.get_variable")
_BEGINNING = ("initial_value", "initializer")
_ORDERING = frozenset({"tensorflow.random_shuffle", "tensorflow.random.shuffle"})


def drawn_in_graph(script: Script, work: Work) -> list[Change]:
    """Let each process draw for itself what a loss is computed from by chance in each run of a graph.

    Where a dataset or a tensor is ordered by the graph's seed, too, that may be the same on purpose, and it is asked
    whether the noise may.
    """
    if work.training.pattern not in (Pattern.SESSION, Pattern.MONITORED_SESSION):
        return []
    drawing = list(_drawing(script, work.training))
    own = {
        call: seed
        for call in drawing
        if (seed := call.argument("seed")) is not None and script.constants(seed) != {None}
    }
    changes = [_ranked(script, call, seed) for call, seed in own.items() if script.constants(seed)]
    others = [call for call in drawing if call not in own and not call.may_hide("seed")]
    seeding = [each for each in script.calls_to(*GRAPH_SEEDERS) if seeds_alike(script, each)]
    if not others or not seeding:
        return changes
    if any(_orders(each) for each in script.calls):
        doubt = (
            f"that `{ast.unparse(others[0].node.func)}` in {others[0].document.place_of(others[0].node, work.document)} draws "
            f"the same in all processes, where {seeding[0].document.place_of(seeding[0].node, work.document)} seeds the "
            "graph, must be no harm"
        )
        return [*changes, Change(EditSet.empty, doubt)]
    seeds = ((call, call.argument("seed")) for call in seeding)
    return [*changes, *(_ranked(script, call, seed) for call, seed in seeds if seed is not None)]


def _drawing(script: Script, training: Training) -> Iterator[Call]:
    """Yield the calls that draw what a loss is computed from, and no initial value of a variable, or make layers that draw."""
    drawing = [call for call in script.calls if _draws(call)]
    if not drawing:
        return
    slices = (script.slices.of(step.document, each) for step in training.steps for each in step.arguments)
    used = frozenset(node for each in slices for node in each.nodes)
    initial = _initial(script)
    for call in drawing:
        is_layer = call.attribute[:1].isupper()  # which is a class: where it is called, it draws
        if is_layer or (call.node in used and call.node not in initial):
            yield call


def _draws(call: Call) -> bool:
    """Say whether a call draws in each run of a graph, or makes a layer that does."""
    samples = any(name.startswith(_DISTRIBUTIONS) and name.endswith(".sample") for name in call.names)
    return samples or is_noisy(call) or not _DRAWING.isdisjoint(call.names)


def is_noisy(call: Call) -> bool:
    """Say whether a call makes a layer of Keras that draws at random in each step."""
    return call.entry is not None and bool(call.entry.facts.get("noisy")) and call.entry.name in call.names


def _initial(script: Script) -> frozenset[ast.AST]:
    """Give the nodes from which initial values of variables are computed."""
    given = (
        (call.document, value)
        for call in script.calls_to(*_VARIABLES)
        for name in _BEGINNING
        if (value := call.argument(name)) is not None
    )
    return frozenset(node for document, value in given for node in script.slices.of(document, value).nodes)


def _orders(call: Call) -> bool:
    """Say whether a call orders samples by the seed of the graph."""
    shuffles = call.entry is not None and call.entry.facts.get("data") == "shuffle"
    return call.argument("seed") is None and (shuffles or not _ORDERING.isdisjoint(call.names))


def _ranked(script: Script, call: Call, seed: ast.expr) -> Change:
    return Change(partial(edit_set, call.document, partial(ranked_seed_edits, script, call.document, seed)))
