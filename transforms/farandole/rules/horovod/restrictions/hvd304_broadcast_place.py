"""Restriction 4 on training loops, as far as it stands: a statement must be able to follow the training step."""

from __future__ import annotations

import ast

from farandole.analysis.loops import LoopAt
from farandole.analysis.program import Call
from farandole.frameworks.script import Script
from farandole.frameworks.tensorflow.training import Training
from farandole.rules.families import LOOP_RESTRICTIONS
from farandole.rules.horovod.restrictions.refusal import Refusal
from farandole.rules.rule import Refused, Related, Rule
from farandole.source import Document


class BroadcastPlace(Rule):
    """The training step must be called where its variables can be broadcast after it.

    ## What it does

    Names a training step after which no broadcast can be put: it is called in the head of a loop or in an expression
    whose function has no known caller, a traced function takes many steps in a loop of its own, the optimizer has no
    name where a traced step is called, the variables that one optimizer changes are handed to a helper that does not
    know of which model they are, `compile` is given a list of optimizers, or the callbacks of `fit` are hidden in
    `**arguments` or not taken by a `fit` of the project. So is what no broadcast reaches: an array that a layer draws by chance when it is made and that is no
    variable, what a model that nothing trains computes of the data by weights drawn by chance, targets that a model computes for its own training before its first step, unless it computes them anew for
    each, and weights that a script of the standalone Keras keeps before the first batch and gives the model again.

    ## Why

    The variables of rank 0 are broadcast after the first step, when all of them exist. Inside a function traced by
    `tf.function` a test for the first step would be made while tracing, not while training, so the broadcast has to
    follow the call of that function. What layers keep beside their variables, or a model has computed before they are
    broadcast, is never the same in all processes by that.

    ## When it is not offered

    Steps in methods, nested functions and other modules are followed to where they are called.

    ## Edit safety

    Nothing is edited; without the broadcast the processes would train different models.
    """

    family = LOOP_RESTRICTIONS
    code, name = "HVD304", "no-place-for-broadcast"
    title = "Call the training step in a statement of its own"
    untouched = [
        """\
import tensorflow as tf
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile("adam", "mse")
model.fit([[1.0]] * 64, [[2.0]] * 64, callbacks=None)
"""
    ]
    refused = [
        Refused(
            """\
import numpy as np
from keras.layers import Dense
from keras.models import Sequential
samples = np.load("samples.npy")
model = Sequential([Dense(1)])
model.compile("sgd", "mse")
for turn in range(1000):
    before = model.get_weights()
    for _ in range(5):
        rows = samples[np.random.randint(0, len(samples), 32)]
        model.train_on_batch(rows[:, 1:], rows[:, :1])
    model.set_weights([a + 0.1 * (b - a) for a, b in zip(before, model.get_weights())])
""",
            because="HVD304",
        ),
        Refused(
            """\
import tensorflow as tf
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
optimizer = tf.keras.optimizers.SGD(0.1)

@tf.function
def step(x, y):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean((model(x) - y) ** 2)
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))
    return loss

while step(tf.ones([2, 1]), tf.ones([2, 1])) > 0.01:
    pass
""",
            because="HVD304",
        ),
        Refused(
            """\
import tensorflow as tf
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
optimizer = tf.keras.optimizers.SGD(0.1)
dataset = tf.data.Dataset.from_tensor_slices((tf.ones([80, 2]), tf.ones([80, 1]))).batch(8)

@tf.function
def train_epoch():
    for x, y in dataset:
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean((model(x) - y) ** 2)
        gradients = tape.gradient(loss, model.trainable_variables)
        optimizer.apply_gradients(zip(gradients, model.trainable_variables))

for epoch in range(3):
    train_epoch()
""",
            because="HVD304",
        ),
        Refused(
            """\
import tensorflow as tf
first = tf.keras.Sequential([tf.keras.layers.Dense(1)])
second = tf.keras.Sequential([tf.keras.layers.Dense(1)])
optimizer = tf.keras.optimizers.SGD(0.1)
dataset = tf.data.Dataset.from_tensor_slices((tf.ones([80, 2]), tf.ones([80, 1]))).batch(8)

def step(variables, model, x, y):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean((model(x) - y) ** 2)
    gradients = tape.gradient(loss, variables)
    optimizer.apply_gradients(zip(gradients, variables))

for x, y in dataset:
    step(first.trainable_variables, first, x, y)
    step(second.trainable_variables, second, x, y)
""",
            because="HVD304",
        ),
        Refused(
            """\
import tensorflow as tf

class Projection(tf.keras.layers.Layer):
    def __init__(self):
        super().__init__()
        self.directions = tf.random.normal([4, 16])

    def call(self, x):
        return tf.cos(tf.matmul(x, self.directions))

x = tf.ones([80, 4])
model = tf.keras.Sequential([Projection(), tf.keras.layers.Dense(1)])
model.compile("sgd", "mse")
model.fit(x, x[:, :1], epochs=3)
""",
            because="HVD304",
        ),
        Refused(
            """\
import numpy as np
from sklearn.cluster import KMeans
from tensorflow import keras

x = np.load("x.npy")
encoder = keras.Sequential([keras.layers.Dense(4)])
model = keras.Sequential([encoder, keras.layers.Dense(3, activation="softmax", name="clusters")])
model.compile("sgd", "kld")
model.get_layer("clusters").kernel.assign(KMeans(3).fit(encoder.predict(x)).cluster_centers_.T)
for epoch in range(10):
    found = model.predict(x)
    targets = found ** 2 / found.sum(0)
    model.fit(x, targets)
""",
            because="HVD304",
        ),
        Refused(
            """\
import numpy as np
import tensorflow as tf

class Net:
    def __init__(self):
        self.graph = tf.Graph()
        with self.graph.as_default():
            self.x = tf.placeholder(tf.float32, [None, 3])
            loss = tf.reduce_mean(tf.square(tf.layers.dense(self.x, 1)))
            self.train = tf.train.AdamOptimizer(0.01).minimize(loss)
            self.init = tf.global_variables_initializer()
        self.graph.finalize()

    def fit(self, samples):
        session = tf.Session(graph=self.graph)
        session.run(self.init)
        for step in range(100):
            session.run(self.train, {self.x: samples[np.random.randint(0, len(samples), 8)]})

Net().fit(np.load("x.npy"))
""",
            because="HVD304",
        ),
    ]


def step_without_statement(step: Call) -> Refusal:
    """Say that no statement can follow a training step."""
    return Refusal(
        BroadcastPlace(),
        f"no statement can follow {step.document.quote(step.node.func)} once it has run",
        "call the training step in a statement of its own, in code that is not traced by tf.function",
    )


def steps_in_graph(training: Training, step: Call, loop: LoopAt) -> Refusal:
    """Say that a traced function takes many steps before a statement can follow the first one."""
    return Refusal(
        BroadcastPlace(),
        f"a function under `tf.function` trains {training.label} in the loop of "
        f"{loop.document.place_of(loop.node, step.document)}: no broadcast can follow its first step",
        "take this loop out of the traced function, and leave a single step in it",
    )


def variables_without_name(training: Training, document: Document, statement: ast.stmt) -> Refusal:
    """Say that what is to be broadcast has no name at the statement that follows the step."""
    return Refusal(
        BroadcastPlace(),
        f"the optimizer and the variables of {training.label} have no name where the training step is called, "
        f"in {document.place_of(statement, document)}",
        "pass them to the function that calls the training step, or make them attributes of an object there",
    )


def slots_restored(training: Training, restoring: Call) -> Refusal:
    """Say that one process gets the slots of all models from a checkpoint before the others have made them."""
    return Refusal(
        BroadcastPlace(),
        f"one optimizer trains {training.label} in several places, and {restoring.document.quote(restoring.node.func)} gives "
        "the process that finds a checkpoint its slots for all of them: the others have those of the first only when they "
        "are broadcast, and wait for ever",
        "give each model its own optimizer, or take the steps of all of them in one block",
        (Related(restoring.document, restoring.document.span(restoring.node), "this restores the optimizer"),),
    )


def variables_of_several(training: Training, document: Document, statement: ast.stmt, name: str) -> Refusal:
    """Say that the variables that one optimizer changes in turn have one name at the statement after the step."""
    return Refusal(
        BroadcastPlace(),
        f"`{name}` are now the one, now the other variables of {training.label} in {document.place_of(statement, document)}, "
        "and nothing there tells which of them have been broadcast",
        "pass the model that has them, or give each its own optimizer",
    )


def model_without_name(training: Training, step: Call) -> Refusal:
    """Say that a model has no name where a statement can follow `train_on_batch`."""
    return Refusal(
        BroadcastPlace(),
        f"no statement in which {training.label} has a name can follow {step.document.quote(step.node.func)}",
        "call train_on_batch of a named model in a statement of its own",
    )


def optimizer_is_a_name(training: Training, document: Document, statement: ast.stmt) -> Refusal:
    """Say that a model keeps the name of an optimizer as its own, which Horovod's callback asks for its variables."""
    return Refusal(
        BroadcastPlace(),
        f"{training.label} has a name for its optimizer, by {document.quote(statement)} in {document.place_of(statement)}, "
        "and Horovod's callback asks that for its variables",
        "write `self.optimizer = tf.keras.optimizers.get(optimizer)` there",
        (Related(document, document.span(statement), "the name is kept here"),),
    )


def optimizer_is_a_list(training: Training, compiled: Call, optimizer: ast.expr) -> Refusal:
    """Say that a model is given a list of optimizers as its own, which Horovod's callback asks for its variables."""
    document = compiled.document
    return Refusal(
        BroadcastPlace(),
        f"{training.label} is given a list for its optimizer, by {document.quote(optimizer)} in "
        f"{document.place_of(optimizer)}, and Horovod's callback asks that for its variables",
        "keep each optimizer in an attribute of its own, by a `compile` of the model's class",
        (Related(document, document.span(optimizer), "these are its optimizers"),),
    )


def callbacks_hidden(script: Script, training: Training, fit: Call) -> Refusal | None:
    """Say that the callbacks of a `fit` may be hidden in its arguments, where they may."""
    if fit.argument("callbacks") is not None or not script.may_pass(fit, "callbacks"):
        return None
    return Refusal(
        BroadcastPlace(),
        f"the callbacks of {training.label} may be hidden in the arguments `*` or `**` of `{fit.attribute}`",
        f"pass callbacks to {fit.attribute} by name",
    )


def callbacks_not_taken(training: Training, fit: Call) -> Refusal:
    """Say that the project's own `fit` of a model takes no callbacks."""
    return Refusal(
        BroadcastPlace(),
        f"the `{fit.attribute}` of the project, by which {training.label} is trained, takes no `callbacks`",
        f"let it take `callbacks`, and give them to the `{fit.attribute}` that it calls",
    )


def specification_unknown() -> Refusal:
    """Say that the TrainSpec, which takes the hooks, is not found."""
    return Refusal(BroadcastPlace(), "the TrainSpec of `train_and_evaluate` is not found in the project")


def hooks_hidden(call: Call, parameter: str, hooks: ast.expr | None) -> Refusal | None:
    """Say that the hooks of a call can't be seen, where it hides them or has no parameter for them."""
    if parameter and (hooks is not None or not call.may_hide(parameter)):
        return None
    return Refusal(BroadcastPlace(), f"the hooks of {call.document.quote(call.node.func)} can't be seen here")


def never_initialised(training: Training) -> Refusal:
    """Say that nothing is found that initialises the variables of a session."""
    return Refusal(
        BroadcastPlace(), f"no statement is found that initialises the variables of {training.label} in its session"
    )


def never_broadcast(training: Training) -> Refusal:
    """Say that no place is found at which the variables of a training are complete, and all processes come to."""
    return Refusal(
        BroadcastPlace(),
        f"no statement is found after which all variables of {training.label} are there",
        "initialise the variables, or take the first step, in a statement of its own that all processes come to",
    )


def session_without_name(call: Call) -> Refusal:
    """Say that a session has no name in which to broadcast."""
    return Refusal(
        BroadcastPlace(), f"the session of {call.document.quote(call.node.func)} has no name to broadcast in"
    )


def graph_closed(call: Call) -> Refusal:
    """Say that a graph is finished before the operation that broadcasts could be added to it."""
    return Refusal(
        BroadcastPlace(),
        f"{call.document.quote(call.node)} in {call.document.place_of(call.node)} closes the graph: no operation "
        "that broadcasts can be added when the variables have their first values",
        "finalise the graph where its variables are initialised, or not at all",
    )


def trained_in_statement(call: Call) -> Refusal:
    """Say that the statement that initialises the variables trains as well."""
    text = call.document.segment(call.node.func)
    return Refusal(
        BroadcastPlace(),
        f"the training steps are in the same statement as `{text}`, so no broadcast can come between them",
    )


def drawn_when_made(call: Call, name: str) -> Refusal:
    """Say that a layer keeps an array that it has drawn by chance, which is no variable."""
    return Refusal(
        BroadcastPlace(),
        f"`self.{name}` is drawn by {call.document.quote(call.node)} when its layer is made, in each process otherwise, and "
        "is no variable that rank 0 could broadcast",
        f"make it a variable, `self.{name} = tf.Variable(..., trainable=False)`, or draw it with a seed",
    )


def computed_too_early(call: Call, step: Call, training: Training) -> Refusal:
    """Say that a model computes targets for its own training before its variables are broadcast."""
    return Refusal(
        BroadcastPlace(),
        f"{call.document.quote(call.node)} computes what {training.label} is trained towards before its variables have been "
        "broadcast, in each process otherwise",
        "broadcast them before it: hvd.broadcast_variables(model.variables, root_rank=0)",
        (Related(step.document, step.document.span(step.node), "this trains towards it"),),
    )


def computed_by_chance(call: Call, layer: Call, training: Training) -> Refusal:
    """Say that a model which nothing trains computes what a training gets, by weights that each process has drawn."""
    model = call.document.segment(call.receiver) if call.receiver is not None else "model"
    return Refusal(
        BroadcastPlace(),
        f"{call.document.quote(call.node)} computes what {training.label} is trained on, and nothing trains `{model}`: each "
        "process has drawn other weights for it",
        f"broadcast them when they are there: hvd.broadcast_variables({model}.variables, root_rank=0) of "
        "horovod.tensorflow; or load its weights",
        (Related(layer.document, layer.document.span(layer.node), "these weights are drawn by chance"),),
    )


def kept_too_early(document: Document, statement: ast.stmt, training: Training) -> Refusal:
    """Say that a script keeps the weights of a model, to give them back, before they are broadcast, in a graph of Keras."""
    return Refusal(
        BroadcastPlace(),
        f"{document.quote(statement)} keeps the weights of {training.label} before they have been broadcast, in each process "
        "others, and they go into the model again",
        "set those of rank 0 before it: model.set_weights(hvd.broadcast_object(model.get_weights(), root_rank=0)) of "
        "horovod.tensorflow",
    )
