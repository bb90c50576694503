"""Restriction on data: a model that keeps its state from batch to batch must see the samples one after another."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain

from farandole.analysis.augmented import augmented
from farandole.analysis.loops import LoopAt
from farandole.analysis.points_to.values import Instance
from farandole.analysis.program import Call
from farandole.analysis.scopes import FunctionNode
from farandole.frameworks.samples import Feed, Kind
from farandole.frameworks.script import Script
from farandole.frameworks.tensorflow.datasets import paths
from farandole.frameworks.tensorflow.training import Pattern
from farandole.rules.families import CODE_RESTRICTIONS
from farandole.rules.horovod.division.counters import reading
from farandole.rules.horovod.division.indexed import turns
from farandole.rules.horovod.division.pipelines import DataFlow, pipeline
from farandole.rules.horovod.division.work import Work
from farandole.rules.horovod.restrictions.refusal import Refusal
from farandole.rules.rule import Refused, Related, Rule
from farandole.source import Document
from farandole.source.binding import names_in

_STATE = re.compile("state|hidden|memor")
"""How the state is named that a session is fed: what else a step gives, such as its number, may be fed to the next, too."""


class SamplesContinued(Rule):
    """Samples that continue one another must not be divided.

    ## What it does

    Names data that are read in their order by a model with a recurrent layer that is `stateful=True`: each batch begins
    with the state in which the batch before has left the layer. So does a loop that gives each turn, as `initial_state` or
    through `feed_dict`, the state in which the turn before has left the model, or whose step keeps that in an attribute.

    ## Why

    Process `r` of `n` takes every `n`-th sample or batch. The state would be that of another part of the series, and the
    model would learn from a series of which `n - 1` of `n` elements are left out.

    ## When it is not offered

    The samples are shuffled, as `fit` shuffles arrays unless it is told not to: then they do not continue one another.

    ## Edit safety

    Nothing is edited; the script is not converted. The option `data = "none"` divides nothing.
    """

    family = CODE_RESTRICTIONS
    code, name = "HVD214", "samples-continued"
    title = "Give each process whole stretches of the series, or train without a state"
    untouched = [
        """\
import numpy as np
import tensorflow as tf
model = tf.keras.Sequential([tf.keras.layers.LSTM(4, stateful=False), tf.keras.layers.Dense(1)])
model.compile("sgd", "mse")
x, y = np.load("x.npy"), np.load("y.npy")
model.fit(x, y, shuffle=False)
""",
        """\
import numpy as np
import tensorflow as tf
model = tf.keras.Sequential([tf.keras.layers.LSTM(4, stateful=True), tf.keras.layers.Dense(1)])
model.compile("sgd", "mse")
x, y = np.load("x.npy"), np.load("y.npy")
model.fit(x, y, batch_size=8)
model.fit(tf.data.Dataset.from_tensor_slices((x, y)).shuffle(100).batch(8))
""",
        """\
import numpy as np
import tensorflow as tf
x, y = np.load("x.npy"), np.load("y.npy")
layer = tf.keras.layers.LSTM(1, return_state=True)
optimizer = tf.keras.optimizers.SGD(0.1)
for i in range(0, len(x), 4):
    with tf.GradientTape() as tape:
        state = [tf.zeros([4, 1]), tf.zeros([4, 1])]
        out, *state = layer(x[i:i + 4], initial_state=state)
        loss = tf.reduce_mean(tf.square(out - y[i:i + 4]))
    optimizer.apply_gradients(zip(tape.gradient(loss, layer.trainable_variables), layer.trainable_variables))
""",
    ]
    refused = [
        Refused(
            """\
import numpy as np
import tensorflow as tf
model = tf.keras.Sequential([tf.keras.layers.LSTM(4, stateful=True), tf.keras.layers.Dense(1)])
model.compile("sgd", "mse")
x, y = np.load("x.npy"), np.load("y.npy")
for epoch in range(10):
    model.fit(x, y, batch_size=1, epochs=1, shuffle=False)
    model.reset_states()
""",
            because="HVD214",
        ),
        Refused(
            """\
import numpy as np
import tensorflow as tf
model = tf.keras.Sequential()
model.add(tf.keras.layers.GRU(4, stateful=True))
model.add(tf.keras.layers.Dense(1))
model.compile("sgd", "mse")
x, y = np.load("x.npy"), np.load("y.npy")
for start in range(0, len(x), 8):
    model.train_on_batch(x[start:start + 8], y[start:start + 8])
""",
            because="HVD214",
        ),
        Refused(
            """\
import numpy as np
import tensorflow.compat.v1 as tf
text = np.load("text.npy")
inputs = tf.placeholder(tf.float32, [8, 20, 4])
cell = tf.nn.rnn_cell.BasicLSTMCell(16)
start = cell.zero_state(8, tf.float32)
outputs, end = tf.nn.dynamic_rnn(cell, inputs, initial_state=start)
step = tf.train.AdamOptimizer(0.01).minimize(tf.reduce_mean(tf.square(outputs)))
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    state = sess.run(start)
    for i in range(0, len(text), 8):
        feed = {inputs: text[i:i + 8]}
        feed[start] = state
        state, _ = sess.run([end, step], feed)
""",
            because="HVD214",
        ),
        Refused(
            """\
import numpy as np
import tensorflow.compat.v1 as tf
text = np.load("text.npy")
inputs = tf.placeholder(tf.float32, [8, 20, 4])
cell = tf.nn.rnn_cell.BasicLSTMCell(16)
start = cell.zero_state(8, tf.float32)
outputs, end = tf.nn.dynamic_rnn(cell, inputs, initial_state=start)
step = tf.train.AdamOptimizer(0.01).minimize(tf.reduce_mean(tf.square(outputs)))
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    state = sess.run(start)
    for i in range(0, len(text), 8):
        values = sess.run({"state": end, "step": step}, {inputs: text[i:i + 8], start: state})
        state = values["state"]
""",
            because="HVD214",
        ),
        Refused(
            """\
import numpy as np
import tensorflow as tf
x, y = np.load("x.npy"), np.load("y.npy")
layer = tf.keras.layers.LSTM(1, return_state=True)
optimizer = tf.keras.optimizers.SGD(0.1)
state = [tf.zeros([4, 1]), tf.zeros([4, 1])]
for i in range(0, len(x), 4):
    with tf.GradientTape() as tape:
        out, *state = layer(x[i:i + 4], initial_state=state)
        loss = tf.reduce_mean(tf.square(out - y[i:i + 4]))
    optimizer.apply_gradients(zip(tape.gradient(loss, layer.trainable_variables), layer.trainable_variables))
""",
            because="HVD214",
        ),
        Refused(
            """\
import numpy as np
import tensorflow.compat.v1 as tf
prices = np.load("prices.npy").tolist()
inputs = tf.placeholder(tf.float32, [None, 4])
value = tf.layers.dense(inputs, 1)
step = tf.train.AdamOptimizer(0.01).minimize(tf.reduce_mean(tf.square(value)))
money = 100.0
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for i in range(len(prices) - 3):
        state = [prices[i:i + 3] + [money]]
        if sess.run(value, {inputs: state})[0, 0] > 0:
            money -= prices[i + 3]
        sess.run(step, {inputs: state})
""",
            because="HVD214",
        ),
    ]


def continued(flow: DataFlow, work: Work) -> Refusal | None:
    """Refuse to divide what a model with a state reads in its order."""
    named = _carried(flow, work.loop) if work.loop is not None else iter(())
    kept = () if _is_shuffled(flow, work) else _kept(flow, work)
    carried = next(chain(named, kept), None)
    if carried is not None:
        home = flow.script.home(carried) or work.document
        message = (
            f"{home.quote(carried)} is the state in which a turn leaves the model, and with which the next one "
            "begins; each process would have every so many samples only"
        )
        related = (Related(home, home.span(carried), "this state is carried on"),)
        return Refusal(SamplesContinued(), message, related=related)
    summed = next(_summed(flow, work), None)
    if summed is not None:
        message = (
            f"{work.document.quote(summed)} sums up what the turns read one after another, and is trained on; each process "
            "would sum up every so many turns only"
        )
        related = (Related(work.document, work.document.span(summed), "this is summed up"),)
        return Refusal(SamplesContinued(), message, related=related)
    if work.training.pattern not in (Pattern.KERAS, Pattern.GRADIENT_TAPE) or _is_shuffled(flow, work):
        return None
    layer = next((call for call in flow.script.calls if _is_stateful(flow.script, call)), None)
    if layer is None:
        return None
    message = (
        f"{layer.document.quote(layer.node.func)} is stateful, and begins each batch with the state in which the one "
        "before has left it; each process would have every so many samples only"
    )
    related = (Related(layer.document, layer.document.span(layer.node), "this layer keeps its state"),)
    return Refusal(SamplesContinued(), message, related=related)


def _carried(flow: DataFlow, place: LoopAt) -> Iterator[ast.Name]:
    """Yield what a statement of a loop gives a call as its state and takes from it anew, and nothing else in there sets."""
    document = place.document
    inside = [node for statement in place.node.body for node in ast.walk(statement)]
    stored = [node for node in inside if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)]
    for statement in inside:
        call = flow.script.call(statement.value) if isinstance(statement, ast.Assign) else None
        if call is None or not isinstance(statement, ast.Assign):
            continue
        fed = call.argument("feed_dict")
        within = (
            {*flow.script.slices.of(document, fed).nodes, *_put(fed, inside)} if fed is not None else set[ast.AST]()
        )
        given = [each for name, each in call.named.items() if name == "initial_state"]
        states, taking = {node for each in given for node in ast.walk(each)}, [statement, *_taken_of(statement, inside)]
        here = {node for each in taking for node in ast.walk(each)}
        own = {name for each in taking for name in names_in(*each.targets)}
        own -= {node.id for node in stored if node not in here}
        names = (node for node in inside if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load))
        for node in (each for each in names if each.id in own):
            if node in states or (node in within and _STATE.search(node.id)):
                yield node


def _kept(flow: DataFlow, work: Work) -> Iterator[ast.Attribute]:
    """Yield the attributes that a function which takes a step gives a model, and sets by what that gives back.

    One that the loop around the step sets otherwise begins anew.
    """
    for step in work.steps if work.loop is not None else ():
        document, function = step.document, step.document.scope(step.node)
        if work.loop is None or not isinstance(function, FunctionNode):
            continue
        around = work.loop.document.within(work.loop.node, ast.Assign)
        assigned = [*document.within(function, ast.Assign), *around]
        for call in filter(None, map(flow.script.call, document.within(function, ast.Call))):
            is_of_object = any(isinstance(each, Instance) for each in flow.script.values(call.node.func))
            for attribute in _attributes(flow, document, call.arguments) if is_of_object else ():
                setting = [each for each in assigned if any(_names(target, attribute) for target in each.targets)]
                if setting and all(_is_computed_from(flow, each, call.node) for each in setting):
                    yield attribute


def _attributes(flow: DataFlow, document: Document, given: Iterable[ast.expr]) -> Iterator[ast.Attribute]:
    """Yield the attributes among what a call is given, in lists and by other names, too."""
    for each in given:
        match flow.script.slices.bound_in_turn(document, each):
            case ast.List(elements) | ast.Tuple(elements):
                yield from _attributes(flow, document, elements)
            case ast.Attribute() as attribute:
                yield attribute


def _names(target: ast.expr, attribute: ast.Attribute) -> bool:
    parts = target.elts if isinstance(target, ast.Tuple | ast.List) else [target]
    return any(isinstance(each, ast.Attribute) and each.attr == attribute.attr for each in parts)


def _is_computed_from(flow: DataFlow, statement: ast.Assign, call: ast.Call) -> bool:
    document = flow.script.home(statement)
    return document is not None and call in flow.script.slices.of(document, statement.value)


def _taken_of(given: ast.Assign, inside: Sequence[ast.AST]) -> Iterator[ast.Assign]:
    """Yield the assignments that give names items or attributes of what a statement assigns, as `state = values[1]` does."""
    names = names_in(*given.targets)
    for node in inside:
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Subscript | ast.Attribute):
            part: ast.expr = node.value
            while isinstance(part, ast.Subscript | ast.Attribute):
                part = part.value
            if isinstance(part, ast.Name) and part.id in names:
                yield node


def _summed(flow: DataFlow, work: Work) -> Iterator[ast.Name]:
    """Yield the numbers to which each turn of a loop adds what it reads at its place, and that the steps are given."""
    if work.loop is None or not work.counts:
        return
    document, slices = work.document, flow.script.slices
    steps = work.steps
    read: set[ast.AST] = {each for count in work.counts for each in turns(flow.script, work.loop, count, ()).reads}
    read.update(reading(flow.script, work.loop, steps))
    sums = [
        renewed.target
        for node in document.within(work.loop.node, ast.Assign, ast.AugAssign)
        if (renewed := augmented(node)) is not None
        and isinstance(renewed.target, ast.Name)
        and not isinstance(renewed.value, ast.List | ast.Tuple)
        and not read.isdisjoint(slices.of(document, renewed.value).nodes)
    ]
    if sums:
        given = {node for step in steps for each in step.arguments for node in slices.of(step.document, each).nodes}
        used = {node.id for node in document.within(work.loop.node) if node in given and isinstance(node, ast.Name)}
        yield from (each for each in sums if each.id in used)


def _put(fed: ast.expr, inside: Sequence[ast.AST]) -> Iterator[ast.AST]:
    """Yield the nodes of what a loop puts into a dictionary under its keys."""
    for node in inside:
        if isinstance(node, ast.Assign) and any(
            isinstance(target, ast.Subscript) and ast.dump(target.value) == ast.dump(fed) for target in node.targets
        ):
            yield from ast.walk(node.value)


def _is_stateful(script: Script, call: Call) -> bool:
    """Say whether a call makes a layer that keeps its state, as far as can be told."""
    given = call.named.get("stateful")
    if given is None or not any(name.startswith("tensorflow.keras.layers.") for name in call.names):
        return False
    return script.constants(given) != {False} and script.may_run(call.document, call.node)


def _is_shuffled(flow: DataFlow, work: Work) -> bool:
    if work.fit is not None and all(feed.kind is Kind.ARRAYS for feed in work.feeds):
        return False not in flow.script.constants(work.fit.argument("shuffle"))
    return bool(work.feeds) and all(_is_shuffled_dataset(flow, feed) for feed in work.feeds)


def _is_shuffled_dataset(flow: DataFlow, feed: Feed) -> bool:
    if feed.kind is not Kind.DATASET:
        return False
    read = pipeline(flow.script, feed.document, feed.node)
    ways = [path for dataset in read.datasets for path in paths(flow.script, dataset, read.slice)]
    return bool(ways) and all(any(stage.kind == "shuffle" for stage in path) for path in ways)
