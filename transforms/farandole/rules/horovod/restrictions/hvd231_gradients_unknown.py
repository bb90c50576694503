"""Gradients that are applied must be followed to where they are computed."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from farandole.analysis.loops import counters
from farandole.analysis.program import Call
from farandole.frameworks.samples import driving
from farandole.frameworks.script import Script
from farandole.frameworks.tensorflow.optimizer_steps import gradient_sources, gradients_of
from farandole.frameworks.tensorflow.session_runs import step_chains
from farandole.frameworks.tensorflow.tapes import is_distributed
from farandole.frameworks.tensorflow.training import Pattern, Training, unfollowed_gradients
from farandole.options import Options
from farandole.rules.families import CODE_RESTRICTIONS
from farandole.rules.horovod.patterns import GRAPHS
from farandole.rules.horovod.restrictions.refusal import Refusal
from farandole.rules.rule import Finding, Refused, Rule
from farandole.source import Document


class GradientsUnknown(Rule):
    """The gradients that `apply_gradients` gets must come from `compute_gradients` or `tf.gradients`.

    ## What it does

    Names an `apply_gradients` whose gradients can't be followed to where they are computed: they are fed through
    placeholders, or come from a library or a function that is not read, if only on one of several ways. So it does where
    chance changes the gradients once they are averaged, or the samples of a process do: a weight by the label, a reward. It
    also names a gradient by what a model gives that is computed with others, as by the chain rule: an average of products
    is not the product of averages.

    ## Why

    `hvd.DistributedGradientTape` averages the gradients of its tape, and `hvd.DistributedOptimizer` those that its own
    `compute_gradients` gives, not what is handed to `apply_gradients`. Applied as they are, they would differ from process to process, and so would the models. Noise that each process draws
    for itself and adds to the average does the same, and so does a factor that it computes from its own samples.

    ## When it is not offered

    Gradients that are clipped, scaled, accumulated, put in lists or passed through functions of the project are
    followed. How many samples a batch has is the same in all processes: they may be divided by that.

    ## Edit safety

    Nothing is edited; the script is not converted.
    """

    family = CODE_RESTRICTIONS
    code, name = "HVD231", "gradients-not-found"
    title = "Apply the gradients of a tape, of compute_gradients or of tf.gradients"
    untouched = [
        """\
import tensorflow as tf
w = tf.Variable(1.0)
optimizer = tf.train.GradientDescentOptimizer(0.1)
train_op = optimizer.apply_gradients(optimizer.compute_gradients(w * w))
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    sess.run(train_op)
""",
        """\
import tensorflow as tf
from features import FeatureSet
features = FeatureSet("train")
model = tf.keras.Sequential([tf.keras.layers.Dense(features.classes)])
optimizer = tf.keras.optimizers.SGD(0.1)
for x, y in features.batches(32):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(model(x) - y))
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))
""",
        """\
import tensorflow as tf
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
optimizer = tf.keras.optimizers.SGD(0.1)
for image in tf.data.Dataset.from_tensor_slices([[[1.0]], [[2.0]]]):
    views = [image, image]
    for each in range(2):
        views[each] = views[each] + tf.random.normal([1, 1])
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(model(tf.stack(views)) ** 2)
    gradients = tape.gradient(loss, model.trainable_variables)
    gradients, _ = tf.clip_by_global_norm(gradients, 1.0)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))
""",
        """\
import numpy as np
import tensorflow as tf
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
optimizer = tf.keras.optimizers.SGD(0.1)
samples = tf.data.Dataset.from_tensor_slices(np.load("x.npy")).batch(4, drop_remainder=True)

@tf.function
def step(x, epoch):
    with tf.GradientTape() as tape:
        loss = tf.reduce_sum(tf.square(model(x)))
    gradients = tape.gradient(loss, model.trainable_variables)
    size = tf.cast(tf.shape(x)[0], tf.float32)
    gradients = [each / size / epoch for each in gradients]
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))

for epoch in range(3):
    for number, x in enumerate(samples):
        step(x, epoch + 1.0)
""",
    ]
    refused = [
        Refused(
            """\
import tensorflow as tf
w = tf.Variable(1.0)
fed = tf.placeholder(tf.float32)
optimizer = tf.train.GradientDescentOptimizer(0.1)
train_op = optimizer.apply_gradients([(fed, w)])
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    sess.run(train_op, {fed: 0.5})
""",
            because="HVD231",
        ),
        Refused(
            """\
import tensorflow as tf
w = tf.Variable(1.0)
optimizer = tf.train.GradientDescentOptimizer(0.1)
pairs = [(each + tf.random_normal([]), variable) for each, variable in optimizer.compute_gradients(w * w)]
train_op = optimizer.apply_gradients(pairs)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for step in range(10):
        sess.run(train_op)
""",
            because="HVD231",
        ),
        Refused(
            """\
import tensorflow as tf
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
optimizer = tf.keras.optimizers.SGD(0.1)
for x in tf.data.Dataset.from_tensor_slices([[[1.0]], [[2.0]]]):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(model(x + tf.random.normal([1, 1])) ** 2)
    gradients = tape.gradient(loss, model.trainable_variables)
    gradients = [each + tf.random.normal(each.shape) for each in gradients]
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))
""",
            because="HVD231",
        ),
        Refused(
            """\
import numpy as np
import tensorflow as tf
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
optimizer = tf.keras.optimizers.SGD(0.1)
weights = {0: 0.5, 1: 2.0}
for x, y in tf.data.Dataset.from_tensor_slices((np.load("x.npy"), np.load("y.npy"))):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(model(x[None]) - tf.cast(y, tf.float32)))
    gradients = tape.gradient(loss, model.trainable_variables)
    weight = weights[int(y)]
    gradients = [each * weight for each in gradients]
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))
""",
            because="HVD231",
        ),
        Refused(
            """\
import numpy as np
import tensorflow as tf
states = np.load("states.npy")
actor = tf.keras.Sequential([tf.keras.layers.Dense(1, activation="tanh")])
critic = tf.keras.Sequential([tf.keras.layers.Dense(1)])
optimizer = tf.keras.optimizers.Adam(0.001)
for step in range(1000):
    state = states[np.random.choice(len(states), 1)]
    with tf.GradientTape(persistent=True) as tape:
        action = actor(state)
        value = critic(tf.concat([state, action], axis=1))
    slope = tape.gradient(value, action)
    gradients = tape.gradient(action, actor.trainable_variables)
    optimizer.apply_gradients(zip([-slope[0][0] * each for each in gradients], actor.trainable_variables))
""",
            because="HVD231",
        ),
        Refused(
            """\
import sys
import tensorflow as tf
from estimates import estimate
w = tf.Variable(1.0)
optimizer = tf.keras.optimizers.SGD(0.1)
for x in tf.data.Dataset.from_tensor_slices([1.0, 2.0]):
    with tf.GradientTape() as tape:
        loss = w * x
    gradients = estimate(loss, [w]) if "fast" in sys.argv else tape.gradient(loss, [w])
    optimizer.apply_gradients(zip(gradients, [w]))
""",
            because="HVD231",
        ),
    ]

    def check(self, script: Script, options: Options) -> Iterator[Finding]:
        """Find the steps that apply gradients of which nothing is known."""
        for training in script.trainings:
            yield from self._by_outputs(script, training)
            yield from self._by_chance(script, training)
            yield from self._by_samples(script, training)
            if training.pattern is Pattern.GRADIENT_TAPE:
                yield from self._of_tapes(script, training)
            if training.gradients or training.pattern not in GRAPHS or script.is_distributed_otherwise:
                continue
            for step in training.train_ops:
                if gradients_of(script, step) == "apply" and not gradient_sources(script, step):
                    message = f"it is not known here where the gradients that `{step.attribute}` applies are computed"
                    yield Refusal(self, message).finding("HVD104", step.document, step.node, training)

    def _of_tapes(self, script: Script, training: Training) -> Iterator[Finding]:
        """Find the steps that apply gradients of tapes, or others of which nothing is known."""
        for step in training.steps:
            reason = unfollowed_gradients(script, step) if step.attribute == "apply_gradients" else ""
            if reason:
                message = (
                    f"it is not known here where all gradients that `{step.attribute}` applies are computed: {reason}"
                )
                yield Refusal(self, message).finding("HVD104", step.document, step.node, training)

    def _by_outputs(self, script: Script, training: Training) -> Iterator[Finding]:
        """Find the gradients by what a model gives that others are multiplied with before a step applies them."""
        for gradient in training.gradients:
            sources = gradient.argument("sources")
            if sources is not None and not is_distributed(script, gradient) and _is_output(script, gradient, sources):
                message = (
                    f"{gradient.document.quote(gradient.node)} is by what a model gives: averaged before the gradients of "
                    f"{training.label} are computed with it, it would give others"
                )
                suggestion = (
                    "hand it to the gradient of the model's variables, which is averaged then: "
                    "`tape.gradient(output, variables, output_gradients=...)`"
                )
                yield Refusal(self, message, suggestion).finding("HVD104", gradient.document, gradient.node, training)

    def _by_chance(self, script: Script, training: Training) -> Iterator[Finding]:
        """Find what draws for itself in each process between averaged gradients and the step that applies them."""
        for step in training.train_ops or training.steps:
            given = step.argument("grads_and_vars") if step.attribute == "apply_gradients" else None
            sources = training.gradients or gradient_sources(script, step)
            if given is None or not sources:
                continue
            before = {node for each in sources for node in script.filling.made_of(each.document, [each.node])}
            within = script.filling.made_of(step.document, [given])
            made = (call for node in within if (call := script.call(node)) is not None)
            drawn = [call for call in made if call.node not in before and _draws(script, call)]
            for call in sorted(drawn, key=script.order)[:1]:
                message = (
                    f"{call.document.quote(call.node)} draws something else in each process, and changes the gradients of "
                    f"{training.label} once they are averaged: the processes' variables would drift apart"
                )
                suggestion = (
                    "draw by `tf.random.stateless_normal`, with a seed that all processes compute from the step"
                )
                yield Refusal(self, message, suggestion).finding("HVD104", call.document, call.node, training)

    def _by_samples(self, script: Script, training: Training) -> Iterator[Finding]:
        """Find what samples of each process change between averaged gradients and the step that applies them."""
        for step in training.train_ops or training.steps:
            given = step.argument("grads_and_vars") if step.attribute == "apply_gradients" else None
            sources = training.gradients or gradient_sources(script, step)
            read = _sample_targets(script, training, step) if given is not None and sources else {}
            if given is None or not read:
                continue
            parts = _gradients_among(script, step.document, given)
            stops = frozenset(each.node for each in sources)
            made = script.filling.made_of(step.document, parts, stops)
            if not made.isdisjoint(read):
                made = script.filling.made_of(
                    step.document, parts, stops | {each for each in made if _measures(script, each)}
                )
            first = next((target for target in read if target in made), None)
            if first is not None:
                message = (
                    f"`{first.id}` is another sample in each process, and changes the gradients of {training.label} once "
                    "they are averaged: the processes' variables would drift apart"
                )
                suggestion = "put what is computed from the samples into the loss, before its gradient is taken"
                yield Refusal(self, message, suggestion).finding("HVD104", step.document, step.node, training)


def _is_output(script: Script, gradient: Call, sources: ast.expr) -> bool:
    """Say whether what a tape differentiates by is what a model or layer gives, and no variable."""
    made = script.slices.of(gradient.document, sources).nearest([sources], lambda node: isinstance(node, ast.Call))
    calls = [call for node in made if (call := script.call(node)) is not None]
    return any(script.instances(call.node.func, role) for call in calls for role in ("layer", "model"))


def _sample_targets(script: Script, training: Training, step: Call) -> dict[ast.Name, None]:
    """Give the names in the heads of the loops that drive a step that stand for samples, in the order of the text."""
    found: dict[ast.Name, None] = {}
    for chain in step_chains(script, training, step):
        place = driving(script, chain)
        if place is None or not isinstance(place.node, ast.For):
            continue
        counting = counters(script, place)
        names = (each for each in ast.walk(place.node.target) if isinstance(each, ast.Name))
        found |= dict.fromkeys(each for each in names if each.id not in counting)
    return found


def _gradients_among(script: Script, document: Document, given: ast.expr) -> list[ast.expr]:
    """Give the gradients of the pairs that a step applies, without the variables where these can be told apart."""
    match script.slices.bound(document, given):
        case ast.Call(ast.Name("zip"), [gradients, _]):
            return [gradients]
        case ast.ListComp(ast.Tuple([gradient, _])) | ast.GeneratorExp(ast.Tuple([gradient, _])):
            return [gradient]
    return [given]


_MEASURES = frozenset({"builtins.len", "tensorflow.shape", "tensorflow.size", "tensorflow.rank", "numpy.shape"})


def _measures(script: Script, node: ast.AST) -> bool:
    """Say whether a node gives how large something is."""
    if isinstance(node, ast.Attribute):
        return node.attr in ("shape", "size", "dtype")
    call = script.call(node)
    return call is not None and not call.names.isdisjoint(_MEASURES)


def _draws(script: Script, call: Call) -> bool:
    return not call.attribute.startswith("stateless_") and any(
        script.catalog.fact(name, "random") for name in call.names
    )
