"""Step 8: callbacks that decide by a metric get its average over the processes."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import chain

from farandole.analysis.augmented import augmented
from farandole.analysis.filling import filled
from farandole.analysis.points_to.values import Container, Instance
from farandole.analysis.program import Call
from farandole.frameworks.horovod.decisions import is_measured
from farandole.frameworks.horovod.rate_changes import set_by_name
from farandole.frameworks.script import Script
from farandole.frameworks.tensorflow.callbacks import created_callbacks, methods, run_by_hand, stops
from farandole.frameworks.tensorflow.training import Pattern, Training
from farandole.options import Options
from farandole.rules.families import STEPS
from farandole.rules.horovod.callback_lists import add_callback
from farandole.rules.horovod.hvd101_init import InitHorovod
from farandole.rules.horovod.hvd105_broadcast import BroadcastVariables
from farandole.rules.horovod.names import horovod_keras
from farandole.rules.horovod.restrictions.hvd303_steps_not_counted import decides_by_hand, metric_added
from farandole.rules.rule import Example, Finding, Rule, Status
from farandole.source import Document, EditSet, layout

AVERAGE = "MetricAverageCallback"
BROADCAST = "BroadcastGlobalVariablesCallback"
_MONITORED = "val_loss"
"""What the callbacks of Keras decide by that are not given a metric."""


class AverageMetrics(Rule):
    """Average the metrics of an epoch before callbacks decide by them.

    ## What it does

    Puts `hvd.callbacks.MetricAverageCallback()` before `EarlyStopping`, `ReduceLROnPlateau`, a `ModelCheckpoint` that
    keeps the best model, and own callbacks that stop the training, set its rate, or give variables and other objects
    what they compute by a metric, in the list that `fit` gets. It comes after Horovod's broadcast callback and before all
    others, so that logs and boards show the averages too.

    ## Why

    Each process sees metrics of its own samples. If one stops early by its own metric, the others wait for it for ever;
    if one lowers its learning rate, or weighs its losses otherwise, the models drift apart.

    ## When it is not offered

    No callback of the `fit` decides by a metric, or the metrics are averaged already. Where the callback is there but
    comes too late, the step is refused with the place: the order of the list is its author's. So is a callback that the
    script itself runs, with what the process has measured.

    ## Edit safety

    Safe: at one process the average is the metric itself.
    """

    family = STEPS
    code, name = "HVD108", "metrics-not-averaged"
    title = "Average the metrics that callbacks decide by"
    after = (InitHorovod, BroadcastVariables)
    examples = [
        Example(
            before="""\
from tensorflow import keras
model = keras.Sequential([keras.layers.Dense(1)])
model.compile(loss="mse", optimizer="adam")
stop = keras.callbacks.EarlyStopping(patience=3)
model.fit([[1.0]] * 64, [[2.0]] * 64, callbacks=[keras.callbacks.History(), stop])
""",
            after="""\
from tensorflow import keras
import horovod.tensorflow.keras as hvd

hvd.init()
model = keras.Sequential([keras.layers.Dense(1)])
model.compile(loss="mse", optimizer="adam")
stop = keras.callbacks.EarlyStopping(patience=3)
model.fit(
    [[1.0]] * 64,
    [[2.0]] * 64,
    callbacks=[
        hvd.callbacks.BroadcastGlobalVariablesCallback(0),
        hvd.callbacks.MetricAverageCallback(),
        keras.callbacks.History(),
        stop,
    ],
)
""",
        ),
        Example(
            before="""\
from tensorflow import keras
model = keras.Sequential([keras.layers.Dense(1)])
model.compile(loss="mse", optimizer="adam")
callbacks = [
    keras.callbacks.ReduceLROnPlateau(),  # twice as patient as before
]
callbacks.append(keras.callbacks.EarlyStopping())
for fold in range(2):
    model.fit([[1.0]] * 64, [[2.0]] * 64, callbacks=callbacks)
""",
            after="""\
from tensorflow import keras
import horovod.tensorflow.keras as hvd

hvd.init()
model = keras.Sequential([keras.layers.Dense(1)])
model.compile(loss="mse", optimizer="adam")
callbacks = [
    hvd.callbacks.MetricAverageCallback(),
    keras.callbacks.ReduceLROnPlateau(),  # twice as patient as before
]
callbacks.append(keras.callbacks.EarlyStopping())
for fold in range(2):
    model.fit(
        [[1.0]] * 64,
        [[2.0]] * 64,
        callbacks=[
            hvd.callbacks.BroadcastGlobalVariablesCallback(0), *callbacks
        ],
    )
""",
        ),
        Example(
            before="""\
from tensorflow import keras

class StopWhenGood(keras.callbacks.Callback):
    def on_epoch_end(self, epoch, logs=None):
        if logs["loss"] < 0.1:
            self.model.stop_training = True

def callbacks():
    return (StopWhenGood(),)

model = keras.Sequential([keras.layers.Dense(1)])
model.compile(loss="mse", optimizer="adam")
model.fit([[1.0]] * 64, [[2.0]] * 64, callbacks=callbacks())
""",
            after="""\
from tensorflow import keras
import horovod.tensorflow.keras as hvd

hvd.init()

class StopWhenGood(keras.callbacks.Callback):
    def on_epoch_end(self, epoch, logs=None):
        if logs["loss"] < 0.1:
            self.model.stop_training = True

def callbacks():
    return (hvd.callbacks.MetricAverageCallback(), StopWhenGood(),)

model = keras.Sequential([keras.layers.Dense(1)])
model.compile(loss="mse", optimizer="adam")
model.fit(
    [[1.0]] * 64,
    [[2.0]] * 64,
    callbacks=[
        hvd.callbacks.BroadcastGlobalVariablesCallback(0), *callbacks()
    ],
)
""",
        ),
    ]
    untouched = [
        """\
from tensorflow import keras
model = keras.Sequential([keras.layers.Dense(1)])
model.compile(loss="mse", optimizer="adam")
model.fit([[1.0]] * 64, [[2.0]] * 64, callbacks=[keras.callbacks.ModelCheckpoint("every_epoch.h5")])
""",
        """\
from tensorflow import keras
import horovod.tensorflow.keras as hvd
hvd.init()
model = keras.Sequential([keras.layers.Dense(1)])
model.compile(loss="mse", optimizer=hvd.DistributedOptimizer(keras.optimizers.Adam()))
callbacks = [hvd.callbacks.BroadcastGlobalVariablesCallback(0), hvd.callbacks.MetricAverageCallback()]
callbacks.append(keras.callbacks.EarlyStopping())
model.fit([[1.0]] * 64, [[2.0]] * 64, callbacks=callbacks)
""",
    ]

    def check(self, script: Script, options: Options) -> Iterator[Finding]:
        """Find the lists of callbacks in which one decides by a metric of its own process."""
        seen: set[ast.AST] = set()
        for training in script.trainings:
            if training.pattern is Pattern.KERAS:
                for fit in training.steps:
                    yield from self._fit(script, training, fit, seen)
        for call in script.calls if script.trainings else ():
            creation = _lets_decide(script, call)
            if creation is not None:
                refusal = decides_by_hand(call, creation)
                yield refusal.finding(self.code, call.document, call.node, script.trainings[0])

    def _fit(self, script: Script, training: Training, fit: Call, seen: set[ast.AST]) -> Iterator[Finding]:
        callbacks = fit.argument("callbacks")
        deciding = created_callbacks(script, callbacks, lambda call: _decides(script, call))
        if callbacks is None or not deciding:
            return
        averages = created_callbacks(script, callbacks, lambda call: _is_horovod(call, AVERAGE))
        displays = _displays(script, callbacks, deciding)
        adding = created_callbacks(script, callbacks, lambda call: _adds_metric(script, call, deciding))
        others = [call for call in deciding if call not in adding]  # what adds a metric decides by that itself
        if averages:
            late = any(_comes_late(script, display, averages, others) for _, display in displays)
            yield self._found(training, fit, deciding[0], late)
            return
        for document, display in displays or [(fit.document, callbacks)]:
            if display not in seen:
                seen.add(display)
                place = _place(script, display, adding, others)
                if place is None:
                    refusal = metric_added(adding[0], (others or deciding)[-1])
                    yield refusal.finding(self.code, fit.document, fit.node, training)
                    continue
                yield Finding(
                    self,
                    Status.MISSING,
                    document,
                    document.span(display),
                    f"`{deciding[0].attribute}` decides by a metric of its own process",
                    f"put hvd.callbacks.{AVERAGE}() before it",
                    training=training,
                    fix=partial(_fix, script, document, display, place),
                )

    def _found(self, training: Training, fit: Call, deciding: Call, late: bool) -> Finding:
        """Say that the metrics are averaged already, or that this comes too late."""
        span = fit.document.span(fit.node)
        if not late:
            return Finding(self, Status.DONE, fit.document, span, "the metrics are averaged", training=training)
        return Finding(
            self,
            Status.REFUSED,
            fit.document,
            span,
            f"`{AVERAGE}` comes after `{deciding.attribute}`, which decides by a metric of its own process",
            f"put `{AVERAGE}` before `{deciding.attribute}`",
            training=training,
            step=self.code,
        )


def _lets_decide(script: Script, call: Call) -> Call | None:
    """Give what makes the callback that a call, outside of callbacks, lets decide by what a process has measured."""
    named = next((each.value for each in call.node.keywords if each.arg == "logs"), None)
    logs = named or next(iter(call.node.args[1:2]), None)
    if logs is None or not call.attribute.endswith("_end"):
        return None
    deciding = next((each for each in run_by_hand(script, call) if _trains_by(script, each)), None)
    return deciding if deciding is not None and is_measured(script, call.document, logs) else None


def _decides(script: Script, call: Call) -> bool:
    """Say whether a callback decides by a metric: by the catalogue, as it sets `stop_training`, or a rate by metrics."""
    switches = (each.facts.get("monitors-with") for each in script.entries(call))
    switched = any(isinstance(each, str) and True in script.constants(call.argument(each)) for each in switches)
    return switched or _trains_by(script, call)


def _trains_by(script: Script, call: Call) -> bool:
    """Say whether a callback decides by a metric how a training goes on: when it ends, at which rate, or with which state."""
    monitors = any(each.facts.get("monitors") for each in script.entries(call))
    return monitors or any(stops(script, call)) or _sets_rate(script, call) or _sets_state(script, call)


def _sets_rate(script: Script, call: Call) -> bool:
    """Say whether a project's callback reads the metrics of an epoch, and sets a rate."""
    own = list(methods(script, call))
    reads = any(
        isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load) and node.id == logs.arg
        for _, each in own
        if each.name == "on_epoch_end"
        for logs in each.args.args[2:3]
        for node in ast.walk(each)
    )
    within = {node for _, each in own for node in ast.walk(each)} if reads else set()
    return bool(within) and any(node in within for _, node in set_by_name(script))


def _sets_state(script: Script, call: Call) -> bool:
    """Say whether a project's callback gives variables, or attributes of other objects, what it computes from metrics.

    Such are the weights of several losses, and how hard the samples of a sequence are.
    """
    own = [method for _, method in methods(script, call)]
    kept = _kept(own)
    return any(
        _is_measured(method, node, measured)
        for method in own
        if (measured := _measured(method, kept))
        for node in ast.walk(method)
        if _is_set(node)
    )


def _is_set(node: ast.AST) -> bool:
    """Say whether a node gives a variable another value, or an attribute of an object that `self` has."""
    match node:
        case ast.Call(ast.Attribute(attr="set_value" | "assign" | "assign_add" | "assign_sub")):
            return True
        case ast.Assign([ast.Attribute(ast.Attribute())]) | ast.AugAssign(ast.Attribute(ast.Attribute())):
            return True
    return False


def _kept(own: Sequence[ast.FunctionDef]) -> frozenset[str]:
    """Give the attributes in which a callback with some methods keeps what it computes from the metrics of an epoch."""
    kept: frozenset[str] = frozenset()
    while found := {each for method in own for each in _measured(method, kept) if each.startswith("self.")} - kept:
        kept |= found
    return kept


def _measured(method: ast.FunctionDef, kept: frozenset[str]) -> frozenset[str]:
    """Give the names and attributes, as they are written, that a method computes from metrics it is handed, or are kept."""
    measured = set(kept)
    if method.name == "on_epoch_end":
        measured |= {each.arg for each in method.args.args[2:3]}
    for statement in ast.walk(method):
        nodes = ast.walk(statement) if isinstance(statement, ast.Assign | ast.AugAssign) else ()
        stored = [each for each in nodes if isinstance(getattr(each, "ctx", None), ast.Store)]
        stored += [place for place, _ in filled(statement)]
        if stored and _is_measured(method, statement, frozenset(measured)):
            measured |= {ast.unparse(each) for each in stored}
    return frozenset(measured)


def _is_measured(method: ast.FunctionDef, node: ast.AST, measured: frozenset[str]) -> bool:
    """Say whether a node of a method is computed from what is measured, or waits for a test of that."""
    waiting = (each.test for each in ast.walk(method) if isinstance(each, ast.If) and node in ast.walk(each))
    read = (part for each in (node, *waiting) for part in ast.walk(each) if isinstance(part, ast.Name | ast.Attribute))
    return any(isinstance(each.ctx, ast.Load) and ast.unparse(each) in measured for each in read)


def _is_horovod(call: Call, name: str) -> bool:
    return any(each.startswith("horovod.") and each.endswith(f".{name}") for each in call.names)


def _displays(script: Script, callbacks: ast.expr, deciding: list[Call]) -> list[tuple[Document, ast.expr]]:
    """Give the lists and tuples, among those that callbacks are put together from, that hold the deciding ones.

    None is given when one of the deciding callbacks is in no list that is written out. What is added to one of them is
    left out: that has the average already. None is given either where one is inserted before others, or where a statement
    that adds them is left: that may become one of rank 0 alone, where no other process would average.
    """
    nodes = {call.node for call in deciding}
    found: dict[ast.expr, Document] = {}
    covered: set[ast.AST] = set()
    holding: dict[ast.expr, frozenset[ast.AST]] = {}
    added: dict[ast.expr, frozenset[ast.AST]] = {}
    seen: set[ast.AST] = set()
    pending: list[ast.AST] = [callbacks]
    while pending:
        for part in ast.walk(pending.pop()):
            for value in script.values(part) if isinstance(part, ast.expr) else ():
                if not isinstance(value, Container) or value.site.node in seen or not value.site.module.own:
                    continue
                node = value.site.node
                seen.add(node)
                pending.append(node)
                if isinstance(node, ast.List | ast.Tuple):
                    written = _written(script, node) & nodes
                    later = _added(script, value, node) & nodes - written
                    if written or later:
                        covered |= written | later
                        found[node] = value.site.module.document
                        added[node], holding[node] = later, written | later if written else frozenset()
    first = {
        node: document
        for node, document in found.items()
        if not holding[node] or not any(holding[node] <= later for other, later in added.items() if other is not node)
    }
    aside = any(augmented(document.statement(node)) is not None for node, document in first.items())
    aside = aside or any(_inserts(call, seen) for call in script.calls)
    return [(document, node) for node, document in first.items()] if covered == nodes and not aside else []


def _inserts(call: Call, displays: set[ast.AST]) -> bool:
    """Say whether a call puts something before what some lists hold."""
    owners = (each.site.node for each in call.receivers if isinstance(each, Container))
    return call.attribute == "insert" and any(each in displays for each in owners)


def _written(script: Script, display: ast.List | ast.Tuple) -> frozenset[ast.AST]:
    """Give what made the objects that a list is written with, but for those of others that it unpacks."""
    elements = (each for each in display.elts if not isinstance(each, ast.Starred))
    held = (value for element in elements for value in script.values(element))
    return frozenset(value.site.node for value in held if isinstance(value, Instance))


def _added(script: Script, container: Container, display: ast.List | ast.Tuple) -> frozenset[ast.AST]:
    """Give what made the objects that a list holds, but for those of others that it unpacks."""
    unpacked = {value for each in display.elts if isinstance(each, ast.Starred) for value in script.values(each)}
    held = script.elements(container) - unpacked
    return frozenset(value.site.node for value in held if isinstance(value, Instance))


def _comes_late(script: Script, display: ast.expr, averages: list[Call], deciding: list[Call]) -> bool:
    """Say whether, in one list, a callback that decides stands before the one that averages."""
    if not isinstance(display, ast.List | ast.Tuple):
        return False
    places = _indices(script, display)
    late = [places[call.node] for call in averages if call.node in places]
    return bool(late) and any(places.get(call.node, min(late)) < min(late) for call in deciding)


def _adds_metric(script: Script, creation: Call, deciding: list[Call]) -> bool:
    """Say whether a project's callback puts something into the metrics of an epoch that one of the others decides by."""
    added = {key for _, method in methods(script, creation) for key in _put(method)}
    others = [call for call in deciding if call.node is not creation.node]
    monitored = [_monitored(script, call) for call in others]
    unknown = any(not each for each in monitored)
    return not added.isdisjoint(chain(*monitored)) or (bool(added) and (None in added or unknown))


def _monitored(script: Script, creation: Call) -> frozenset[object]:
    """Give the metrics that a callback may decide by; none where they are not seen."""
    if creation.entry is None:
        return frozenset()
    given = creation.argument("monitor")
    hidden = creation.unpacked is None or any(isinstance(each, ast.Starred) for each in creation.positional)
    if given is None and not hidden and not any(methods(script, creation)):
        return frozenset({_MONITORED})
    return frozenset(script.constants(given))


def _put(method: ast.FunctionDef) -> Iterator[object]:
    """Yield the keys that a callback's method puts into the metrics that it is handed, None for one that is not seen."""
    logs = next((each.arg for each in method.args.args[2:3]), "") if method.name.startswith("on_") else ""
    for node in ast.walk(method):
        match node:
            case ast.Subscript(ast.Name(name), key, ast.Store()) if name == logs:
                yield key.value if isinstance(key, ast.Constant) else None
            case ast.Call(ast.Attribute(ast.Name(name), "update")) if name == logs:
                yield from _brought(node)
            case ast.Call(ast.Attribute(ast.Name(name), "setdefault"), [key, *_]) if name == logs:
                yield key.value if isinstance(key, ast.Constant) else None


def _brought(update: ast.Call) -> Iterator[object]:
    """Yield the keys that a call of `update` brings to a dictionary, None for those that are not seen."""
    yield from (each.arg for each in update.keywords)
    for given in update.args:
        keys = given.keys if isinstance(given, ast.Dict) else [None]
        yield from (each.value if isinstance(each, ast.Constant) else None for each in keys)


def _place(script: Script, display: ast.expr, adding: list[Call], deciding: list[Call]) -> int | None:
    """Give the place in a list for what averages the metrics: before those that decide, behind those that add any.

    None where there is no such place.
    """
    if not isinstance(display, ast.List | ast.Tuple):
        return 0 if not adding else None
    places = _indices(script, display)
    if any(call.node not in places for call in adding):
        return None
    behind = max((places[call.node] + 1 for call in adding), default=0)
    first = min((places[call.node] for call in deciding if call.node in places), default=len(display.elts))
    return max(behind, _after_broadcast(script, display)) if not adding or behind <= first else None


def _indices(script: Script, display: ast.List | ast.Tuple) -> dict[ast.AST, int]:
    """Give, for what makes the objects in a list, the place of the first element that may be each."""
    places: dict[ast.AST, int] = {}
    for index, element in enumerate(display.elts):
        for value in script.values(element):
            if isinstance(value, Instance):
                places.setdefault(value.site.node, index)
    return places


def _fix(script: Script, document: Document, display: ast.expr, place: int) -> EditSet:
    hvd = horovod_keras(script, document)
    element = f"{hvd.text}.callbacks.{AVERAGE}()"
    if isinstance(display, ast.List | ast.Tuple):
        edits = layout.insert_element(document, display, place, element)
    else:
        edits = add_callback(script, document, display, element, first=False)
    return EditSet.of(document, [*hvd.edits, *edits])


def _after_broadcast(script: Script, display: ast.List | ast.Tuple) -> int:
    """Give the place after Horovod's broadcast callback, the first where there is none."""
    for index, element in enumerate(display.elts):
        calls = [script.creation(value) for value in script.values(element) if isinstance(value, Instance)]
        if any(call is not None and _is_horovod(call, BROADCAST) for call in calls):
            return index + 1
    return 0
