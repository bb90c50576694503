"""What a loop, or a model's own `train_step`, draws beside its samples: the noise that a generator of images is given.

Where the script seeds all processes alike, they would draw the same, however their samples are divided.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import takewhile

from farandole.analysis.call_order import is_generator, may_follow
from farandole.analysis.loops import chains
from farandole.analysis.points_to.values import Instance
from farandole.analysis.program import Call
from farandole.frameworks.script import Script
from farandole.frameworks.tensorflow.feeds import entries
from farandole.frameworks.tensorflow.training import Pattern
from farandole.rules.horovod.division.drifting import stays_seeded
from farandole.rules.horovod.division.graph_noise import drawn_in_graph, is_noisy
from farandole.rules.horovod.division.indexed import read_in_part
from farandole.rules.horovod.division.orders import ORDERING, drawn_at
from farandole.rules.horovod.division.outcome import Change, edit_set
from farandole.rules.horovod.division.pipelines import DataFlow
from farandole.rules.horovod.division.sampling import (
    GRAPH_SEEDERS,
    SEEDS_ALL,
    Seeding,
    graph_seedings,
    is_random,
    ranked_seed_edits,
    reached,
    seeding_edits,
    seedings,
    seeds_draw,
)
from farandole.rules.horovod.division.seeds import module_of, orders, seeds_alike
from farandole.rules.horovod.division.work import Work
from farandole.rules.horovod.names import STANDALONE_KERAS, keras_module
from farandole.rules.horovod.restrictions.data.chance import orders_too, seeded_alike, shuffled_after
from farandole.rules.horovod.restrictions.refusal import Refusal
from farandole.source import Document, EditSet

_SIZES = frozenset({"builtins.len", "numpy.shape", "tensorflow.shape", "tensorflow.size"})
_OF_TENSORFLOW = "tensorflow.random."
_DRAWS = frozenset({"categorical", "gamma", "normal", "poisson", "shuffle", "truncated_normal", "uniform"})
_SEEDED = "tensorflow.random.Generator.from_seed"
_DROPPING = ("dropout", "recurrent_dropout", "dropout_W", "dropout_U")
_OF_BACKEND = frozenset(
    f"tensorflow.keras.backend.{name}"
    for name in ("dropout", "random_binomial", "random_normal", "random_uniform", "truncated_normal")
)


def drawn_beside(flow: DataFlow, work: Work) -> list[Change] | Refusal:
    """Let each process draw for itself what a loop trains on without its divided samples, or a `train_step` draws."""
    own = _drawn_by_loop(flow, work) if work.loop is not None else _drawn_in_step(flow, work)
    if own:
        return own
    return [*_dropped_alike(flow, work), *_drawn_by_layers(flow, work), *drawn_in_graph(flow.script, work)]


def _drawn_by_loop(flow: DataFlow, work: Work) -> list[Change] | Refusal:
    samples = list(_samples(flow, work))
    if not samples:
        return []
    inside = set(reached(flow.script, work.chain[-1].node))
    alone = list(_drawn_alone(flow, work, inside, {node for _, node in samples}))
    found = [
        each for each in seedings(flow.script, work.chain) if any(seeds_draw(flow.script, each, draw) for draw in alone)
    ]
    chance = [call for call in flow.script.calls if call.node in inside and _decides(flow, work, call, samples)]
    for each in found:
        order = next((call for call in chance if seeds_draw(flow.script, each, call)), None)
        if order is not None:
            return orders_too(work.document, work.head, each.call, order)
        if not each.seed:
            return seeded_alike(work.document, work.head, each.call)
    return _reseeded(flow, work.chain[-1].document, work.chain[-1].node, found)


def _drawn_in_step(flow: DataFlow, work: Work) -> list[Change] | Refusal:
    """Let each process draw for itself what a model's own `train_step` draws by TensorFlow's generator, before its `fit`."""
    script = flow.script
    steps = [script.function(call.document, call.node) for call in (*work.training.gradients, *work.training.minimizes)]
    inside = {node for step in steps if step is not None for node in reached(script, step)}
    if not any(call.node in inside and _is_of_tensorflow(call) for call in script.calls):
        return []
    alike = [call for call in script.calls_to(*GRAPH_SEEDERS, SEEDS_ALL) if seeds_alike(script, call)]
    changes: list[Change] = []
    for document, statement in _places(script, work, alike):
        found = list(graph_seedings(script, document, statement, alike))
        later = set(reached(script, statement))
        order = next((call for call in script.calls if _shuffles_later(script, later, call)), None)
        if found and order is not None:
            return shuffled_after(found[0].call, order)
        changes += _reseeded(flow, document, statement, found)
    return changes


def _drawn_by_layers(flow: DataFlow, work: Work) -> list[Change]:
    """Let each process draw for itself what the layers of its models draw, where one seed says that all draw the same.

    Where what is drawn later decides on samples, too, nothing is seeded anew.
    """
    script = flow.script
    if work.training.pattern not in (Pattern.KERAS, Pattern.GRADIENT_TAPE) or script.is_for_version_1:
        return []
    layers = [call for call in script.calls if is_noisy(call)]
    changes = [
        Change(partial(edit_set, call.document, partial(ranked_seed_edits, script, call.document, seed)))
        for call in (*layers, *_generators_of_layers(script))
        if (seed := _seed_written(script, call)) is not None
    ]
    drawing = [call for call in layers if call.argument("seed") is None and not call.may_hide("seed")]
    drawing += [call for call in script.calls if _is_of_tensorflow(call) and _stands_in_layer(call)]
    if not drawing:
        return changes
    alike = [call for call in script.calls_to(*GRAPH_SEEDERS, SEEDS_ALL) if seeds_alike(script, call)]
    for document, statement in _places(script, work, alike):
        found = list(graph_seedings(script, document, statement, alike))
        later = set(reached(script, statement))
        if not any(_shuffles_later(script, later, call) or _orders(later, call) for call in script.calls):
            changes += _reseeded(flow, document, statement, found)
    return changes


def _dropped_alike(flow: DataFlow, work: Work) -> list[Change]:
    """Ask about layers of the stand-alone Keras that NumPy's seed lets draw alike in all processes.

    Up to version 2.3 they seed themselves by a number that NumPy draws. What the script draws by NumPy after them would
    be another number, too, if it were seeded anew before them.
    """
    script = flow.script
    if work.training.pattern is not Pattern.KERAS or keras_module(script, work.document) != STANDALONE_KERAS:
        return []
    seeds = [each for each in script.calls_to("numpy.random.seed") if seeds_alike(script, each)]
    for call in script.calls:
        if _draws_in_steps(script, call) and call.argument("seed") is None and not call.may_hide("seed"):
            seed = next((each for each in seeds if may_follow(script, each, call)), None)
            if seed is not None:
                doubt = (
                    f"that `{ast.unparse(call.node.func)}` in {call.document.place_of(call.node, work.document)} draws the "
                    "same in all processes, as before Keras 2.4, where "
                    f"{seed.document.place_of(seed.node, work.document)} seeds NumPy, must be no harm"
                )
                return [Change(EditSet.empty, doubt)]
    return []


def _draws_in_steps(script: Script, call: Call) -> bool:
    """Say whether a call makes a layer that draws in each step, a recurrent one that drops units, or draws by itself."""
    dropping = any(call.keyword(name) is not None for name in _DROPPING)
    layer = is_noisy(call) or (dropping and call.entry is not None and call.entry.role == "layer")
    return layer or not _OF_BACKEND.isdisjoint(call.names)


def _generators_of_layers(script: Script) -> Iterator[Call]:
    """Yield the calls that make generators of their own from which layers draw when they are called."""
    made: dict[Call, None] = {}
    for call in script.calls:
        if _stands_in_layer(call):
            creations = (script.creation(value) for value in call.receivers if isinstance(value, Instance))
            made.update(dict.fromkeys(each for each in creations if each is not None and _SEEDED in each.names))
    yield from made


def _seed_written(script: Script, call: Call) -> ast.expr | None:
    """Give the seed of a layer or generator, where it is a number, or may be one that a setting has."""
    seed = call.argument("seed")
    if _SEEDED in call.names and seed is None:
        seed = next(iter(call.node.args), None)
    values = script.constants(seed) if seed is not None else frozenset()
    if values:
        return seed if all(isinstance(each, int) for each in values) else None
    return seed if isinstance(seed, ast.Name | ast.Attribute | ast.Subscript) else None


def _stands_in_layer(call: Call) -> bool:
    """Say whether a call stands in what a class does when a layer or loss of it is called."""
    around = [each for each in call.document.ancestors(call.node) if isinstance(each, ast.FunctionDef)]
    return any(
        each.name in ("call", "__call__") and isinstance(call.document.parent(each), ast.ClassDef) for each in around
    )


def _orders(later: set[ast.AST], call: Call) -> bool:
    """Say whether a call orders samples by TensorFlow's generator."""
    return call.node in later and f"{_OF_TENSORFLOW}shuffle" in call.names


def _places(script: Script, work: Work, seeds: list[Call]) -> dict[tuple[Document, ast.stmt], None]:
    """Give what a `fit` is seeded before: its statement, or the outermost loop around it in which nothing is seeded."""
    nodes = {call.node for call in seeds}
    found: dict[tuple[Document, ast.stmt], None] = {}
    for chain in chains(script, work.document, work.node):
        outer = list(takewhile(lambda place: nodes.isdisjoint(reached(script, place.node)), chain))
        place = (outer[-1].document, outer[-1].node) if outer else (work.document, work.document.statement(work.node))
        found[place] = None
    return found


def _shuffles_later(script: Script, later: set[ast.AST], call: Call) -> bool:
    """Say whether a call makes a shuffled dataset in some nodes, or in a generator, which may run as late."""
    if call.entry is None or call.entry.facts.get("data") != "shuffle":
        return False
    function = script.function(call.document, call.node)
    return call.node in later or (function is not None and is_generator(function))


def _is_of_tensorflow(call: Call) -> bool:
    """Say whether a call draws by TensorFlow's generator of the whole process, and not by a seed that it is given."""
    name = next((name for name in sorted(call.names) if name.startswith(_OF_TENSORFLOW)), "")
    return bool(name) and name.removeprefix(_OF_TENSORFLOW) in _DRAWS and not call.receivers


def _reseeded(flow: DataFlow, document: Document, statement: ast.stmt, found: Sequence[Seeding]) -> list[Change]:
    edits = partial(seeding_edits, flow.script, document, statement, found)
    return [Change(partial(edit_set, document, edits))] if found else []


def _samples(flow: DataFlow, work: Work) -> Iterator[tuple[Document, ast.expr]]:
    """Yield what the processes share: the data that a loop runs over, or the arrays that it reads by its counter."""
    yield from ((feed.document, feed.node) for feed in work.feeds)
    yield from ((work.document, node) for node in read_in_part(flow.script, work))


def _drawn_alone(flow: DataFlow, work: Work, inside: set[ast.AST], samples: set[ast.expr]) -> Iterator[Call]:
    """Yield the draws of a loop from which something is computed that is trained on, and no sample is."""
    for document, node in _trained_on(flow.script, work):
        near = flow.script.slices.of(document, node).nearest(
            [node], lambda each: each in samples or _is_draw(flow.script, each) or _is_size(flow.script, each)
        )
        drawn = [call for each in near if each in inside and (call := flow.script.call(each)) is not None]
        if near.isdisjoint(samples):
            yield from (call for call in drawn if _is_draw(flow.script, call.node) and not orders(call))


def _is_draw(script: Script, node: ast.AST) -> bool:
    call = script.call(node)
    return call is not None and is_random(call)


def _is_size(script: Script, node: ast.AST) -> bool:
    """Say whether a node asks how large something is, and not what it holds."""
    call = script.call(node)
    return (isinstance(node, ast.Attribute) and node.attr == "shape") or (
        call is not None and not call.names.isdisjoint(_SIZES)
    )


def _trained_on(script: Script, work: Work) -> Iterator[tuple[Document, ast.expr]]:
    """Yield what is trained on: what a model is given, what a session is fed, what a gradient is taken of."""
    for training in work.trainings:
        match training.pattern:
            case Pattern.KERAS:
                given = ((step, step.argument("x")) for step in training.steps)
                yield from ((step.document, node) for step, node in given if node is not None)
            case Pattern.SESSION | Pattern.MONITORED_SESSION:
                yield from ((document, value) for document, _, value in entries(script, training.runs))
            case Pattern.GRADIENT_TAPE:
                given = ((call, call.argument("target")) for call in training.gradients)
                yield from ((call.document, node) for call, node in given if node is not None)


def _decides(flow: DataFlow, work: Work, call: Call, samples: list[tuple[Document, ast.expr]]) -> bool:
    """Say whether a call decides by chance which samples a process has, or in which order, and must do so as it is seeded."""
    if orders(call):
        return stays_seeded(flow.script, module_of(call), drawn_at(flow.script, call, (work.document, work.head)))
    if call.attribute in ORDERING and call.receivers:
        return True
    return is_random(call) and any(call.node in flow.script.slices.of(document, node) for document, node in samples)
