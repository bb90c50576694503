"""Restriction on training loops: a step must not train on all samples at once."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Sequence

from farandole.analysis.access_paths import is_plain
from farandole.analysis.augmented import augmented
from farandole.analysis.call_order import ways
from farandole.analysis.def_use import Assignment
from farandole.analysis.loops import Count, LoopAt, is_range
from farandole.analysis.places import same
from farandole.analysis.points_to.lattice import join, one
from farandole.analysis.points_to.values import Container, Instance
from farandole.analysis.program import Call
from farandole.analysis.scopes import Comprehension
from farandole.analysis.slicing import passed_for
from farandole.frameworks.script import Script
from farandole.frameworks.tensorflow.training import Pattern, Training
from farandole.rules.families import LOOP_RESTRICTIONS
from farandole.rules.horovod.division.sampling import takes_the_same
from farandole.rules.horovod.restrictions.refusal import Refusal
from farandole.rules.rule import Refused, Rule
from farandole.source import Document
from farandole.source.binding import names_in, stored_among


class FullBatch(Rule):
    """A training loop must not train on the same samples in each turn.

    ## What it does

    Names a loop that counts, or reads none of the elements that it runs over, each of whose turns trains on the same
    arrays, all of them, a `fit` whose `batch_size` is the number of all samples, or no less than there are written
    out, or that takes them in one step, a loop over batches of such a size, a training whose only step is outside of
    all loops, and a graph of TensorFlow 1 that is fed nothing and computes its loss from what was there before,
    without chance. So is a dataset of a single element, and an array of a single sample. Where a flag decides whether
    a loop takes batches or all samples, the latter is named. Steps that a comprehension takes are told as such: no
    loop is seen whose turns could be divided.

    ## Why

    Every process would compute the same gradient: their average is what each has alone. With the steps divided and the
    rate multiplied by the number of processes the model would be trained in fewer and larger steps, for nothing.

    ## When it is not offered

    The loop reads a part of the samples in each turn, draws them, or gets them from a dataset or generator.

    ## Edit safety

    Nothing is edited; the script is not converted. By hand it can be: give each process a part of the samples, and leave
    the number of steps and the learning rate as they are.
    """

    family = LOOP_RESTRICTIONS
    code, name = "HVD306", "full-batch"
    title = "Give each process a part of the samples, and leave steps and rate as they are"
    untouched = [
        """\
import numpy as np
import tensorflow as tf
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile("sgd", "mse")
data = np.random.rand(1000, 4)
for step in range(100):
    chosen = np.random.randint(0, 1000, 32)
    model.train_on_batch(data[chosen], data[chosen, :1])
"""
    ]
    refused = [
        Refused(
            """\
import numpy as np
import tensorflow as tf
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile("sgd", "mse")
data = np.random.rand(1000, 4)
for step in range(100):
    model.train_on_batch(data, data[:, :1])
""",
            because="HVD306",
        ),
        Refused(
            """\
import numpy as np
import tensorflow as tf
x = np.linspace(0.0, 1.0, 100, dtype="float32")
slope = tf.Variable(tf.random_uniform([1]))
train_op = tf.train.GradientDescentOptimizer(0.5).minimize(tf.reduce_mean(tf.square(slope * x - 3 * x)))
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for step in range(200):
        sess.run(train_op)
""",
            because="HVD306",
        ),
        Refused(
            """\
import tensorflow.compat.v1 as tf
from PIL import Image

class Features:
    def __init__(self, image):
        self.edges = image[:, 1:] - image[:, :-1]

    def near(self, others):
        return tf.reduce_mean(tf.square(self.edges - others.edges))

wanted = Features(tf.constant(Image.open("wanted.png")))
image = tf.get_variable("image", [64, 64, 3])
train_op = tf.train.AdamOptimizer(0.1).minimize(Features(image).near(wanted))
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for step in range(200):
        sess.run(train_op)
        if step % 50 == 0:
            Image.fromarray(sess.run(image)).save("%d.png" % step)
""",
            because="HVD306",
        ),
        Refused(
            """\
import numpy as np
from tensorflow import keras
image, boxes = np.load("image.npy"), np.load("boxes.npy")
image = np.expand_dims(image / 255, axis=0)
boxes = np.expand_dims(boxes, axis=0)
pixels, wanted = keras.Input([8, 8]), keras.Input([4])
found = keras.layers.Dense(4)(keras.layers.Flatten()(pixels))
model = keras.Model([pixels, wanted], found - wanted)
model.compile("adam", "mse")
model.fit([image, boxes], np.zeros([1, 4]), epochs=1000)
""",
            because="HVD306",
        ),
        Refused(
            """\
import tensorflow as tf
w = tf.Variable(1.0)
train_op = tf.train.AdamOptimizer(0.1).minimize(w * w)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    sess.run(train_op)
""",
            because="HVD306",
        ),
        Refused(
            """\
import tensorflow as tf
from PIL import Image
wanted = tf.constant(Image.open("wanted.png"))
noise = tf.random_normal([64, 64, 3])
image = tf.Variable(noise)
train_op = tf.train.AdamOptimizer(0.1).minimize(tf.reduce_mean(tf.square(image - wanted)))
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for step in range(200):
        sess.run(train_op)
""",
            because="HVD306",
        ),
        Refused(
            """\
import tensorflow as tf
from graphs import Graph, score
graph = Graph("citations")
model = tf.keras.Sequential([tf.keras.layers.Dropout(0.5), tf.keras.layers.Dense(graph.classes)])
optimizer = tf.keras.optimizers.Adam(0.01)
loss_function = tf.keras.losses.MeanSquaredError()
def train(inputs, targets):
    with tf.GradientTape() as tape:
        loss = loss_function(targets, model(inputs, training=True))
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))
for epoch in range(200):
    train(graph.nodes, graph.targets)
    score(model(graph.nodes))
""",
            because="HVD306",
        ),
        Refused(
            """\
import numpy as np
import tensorflow as tf
from losses import distance
def adapted(model, inputs, targets, steps):
    optimizer = tf.keras.optimizers.SGD(0.01)
    for _ in range(steps):
        with tf.GradientTape() as tape:
            loss = distance(targets, model(inputs))
        optimizer.minimize(loss, model.trainable_weights, tape=tape)
    return model
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
adapted(model, np.load("inputs.npy"), np.load("targets.npy"), 5).save("adapted.h5")
""",
            because="HVD306",
        ),
        Refused(
            """\
import time
import numpy as np
import tensorflow as tf
class Clock:
    def __init__(self):
        self.last = time.time()
    def tick(self):
        self.last, before = time.time(), self.last
        return self.last - before
class Solver:
    def __init__(self):
        self.model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
        self.optimizer = tf.keras.optimizers.Adam(0.01)
        self.clock = Clock()
    def step(self, points, values):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(tf.square(self.model(points) - values))
        gradients = tape.gradient(loss, self.model.trainable_variables)
        self.optimizer.apply_gradients(zip(gradients, self.model.trainable_variables))
    def fit(self, points, values):
        for epoch in range(200):
            self.step(points, values)
            print(epoch, self.clock.tick())
Solver().fit(np.load("points.npy"), np.load("values.npy"))
""",
            because="HVD306",
        ),
        Refused(
            """\
import numpy as np
import tensorflow as tf
wanted = np.load("wanted.npy")
model = tf.keras.Sequential([tf.keras.layers.Dense(8)])
model.compile("sgd", "mse")
latent = np.random.uniform(0, 1, size=(1, 10))
model.fit(latent, wanted, batch_size=1, epochs=500)
""",
            because="HVD306",
        ),
        Refused(
            """\
import numpy as np
import tensorflow as tf
model = tf.keras.Sequential([tf.keras.layers.Dense(8)])
model.compile("sgd", "mse")
size = 8
pictures = np.array([np.load("picture.npy")] * size)
model.fit(pictures, pictures, batch_size=size, epochs=100)
""",
            because="HVD306",
        ),
        Refused(
            """\
import numpy as np
import tensorflow as tf
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile("sgd", "mse")
pair = np.load("pair.npy")
model.fit([pair], [pair[:, :1]], batch_size=None, steps_per_epoch=1, epochs=100)
""",
            because="HVD306",
        ),
        Refused(
            """\
import tensorflow as tf
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile("sgd", "mse")
draw = lambda words: tf.gather(words, tf.random.uniform([32], maxval=1000, dtype=tf.int32))
words = tf.data.Dataset.from_tensors(tf.range(1000)).repeat().map(draw).map(lambda x: (x, x))
model.fit(words, steps_per_epoch=100)
""",
            because="HVD306",
        ),
        Refused(
            """\
import numpy as np
import tensorflow as tf
features, neighbours, labels = (np.load(f"{name}.npy") for name in ("features", "neighbours", "labels"))
nodes = features.shape[0]
inputs = [tf.keras.Input([16]), tf.keras.Input([nodes])]
model = tf.keras.Model(inputs, tf.keras.layers.Dense(3)(tf.matmul(inputs[1], inputs[0])))
model.compile("adam", "mse")
model.fit([features, neighbours], labels, batch_size=nodes, shuffle=False, epochs=200)
""",
            because="HVD306",
        ),
        Refused(
            """\
import sys
import numpy as np
import tensorflow as tf
class Solver:
    def __init__(self):
        self.weights = [tf.Variable(tf.random.normal([2, 2])) for _ in range(3)]
        self.optimizer = tf.keras.optimizers.Adam(0.01)
    @tf.function
    def step(self, points):
        with tf.GradientTape() as tape:
            z = points
            for each in self.weights:
                z = tf.tanh(tf.matmul(z, each))
            loss = tf.reduce_mean(tf.square(z))
        self.optimizer.apply_gradients(zip(tape.gradient(loss, self.weights), self.weights))
    def fit(self, points, size):
        for epoch in range(200):
            if size == 0:
                self.step(points)
            else:
                order = np.random.permutation(len(points))
                for start in range(0, len(points), size):
                    batch = points[order[start:start + size]]
                    self.step(batch)
Solver().fit(np.load("points.npy"), int(sys.argv[1]))
""",
            because="HVD306",
        ),
        Refused(
            """\
import numpy as np
import tensorflow as tf
number = 10000
points = np.random.uniform(size=(number, 2)).astype("float32")
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
optimizer = tf.keras.optimizers.Adam(0.005)
size = number
batches = number // size
for epoch in range(100):
    for i in range(batches):
        batch = points[i * size:(i * size + size),]
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(tf.square(model(batch)))
        gradients = tape.gradient(loss, model.trainable_variables)
        optimizer.apply_gradients(zip(gradients, model.trainable_variables))
""",
            because="HVD306",
        ),
        Refused(
            """\
import numpy as np
from tensorflow import keras
images, masks = np.load("images.npy"), np.load("masks.npy")
model = keras.Sequential([keras.layers.Conv2D(1, 3, padding="same", input_shape=(64, 64, 1))])
model.compile("adam", "mse")
image, mask = np.zeros((1, 64, 64, 1)), np.zeros((1, 64, 64, 1))
for i in np.random.permutation(len(images)):
    image[0], mask[0] = images[i], masks[i]
    model.fit((image - 128) / 64, mask, verbose=0)
""",
            because="HVD306",
        ),
        Refused(
            """\
import numpy as np
from tensorflow import keras
images, masks = np.load("images.npy"), np.load("masks.npy")
model = keras.Sequential([keras.layers.Conv2D(1, 3, padding="same", input_shape=(64, 64, 1))])
model.compile("adam", "mse")
for i in np.random.permutation(len(images)):
    model.fit(images[i][np.newaxis], masks[i][None], verbose=0)
""",
            because="HVD306",
        ),
        Refused(
            """\
import numpy as np
from tensorflow import keras
words = np.load("words.npy").tolist()
model = keras.Sequential([keras.layers.Embedding(1000, 16), keras.layers.LSTM(8), keras.layers.Dense(1)])
model.compile("adam", "mse")
text, wanted = np.array([words[:-1]]), np.array([[1.0]])
model.fit(text, wanted, epochs=3)
""",
            because="HVD306",
        ),
        Refused(
            """\
import numpy as np
import tensorflow as tf
nodes, classes = np.load("nodes.npy"), np.load("classes.npy")
nodes = nodes[np.newaxis]
classes = classes[np.newaxis]
x, y = tf.placeholder(tf.float32, [None, 100, 8]), tf.placeholder(tf.float32, [None, 100, 4])
train_op = tf.train.AdamOptimizer(0.005).minimize(tf.reduce_mean(tf.square(tf.layers.dense(x, 4) - y)))
with tf.Session() as session:
    session.run(tf.global_variables_initializer())
    for epoch in range(100):
        step = 0
        while step < nodes.shape[0]:
            session.run(train_op, {x: nodes[step : step + 1], y: classes[step : step + 1]})
            step += 1
""",
            because="HVD306",
        ),
        Refused(
            """\
import numpy as np
from tensorflow import keras
inputs = np.array([[0, 0], [0, 1], [1, 0], [1, 1]])
wanted = np.array([[0], [1], [1], [0]])
model = keras.Sequential([keras.layers.Dense(8, activation="relu"), keras.layers.Dense(1)])
model.compile("adam", "mse")
model.fit(inputs, wanted, epochs=1000)
""",
            because="HVD306",
        ),
        Refused(
            """\
import numpy as np
import tensorflow as tf
points, turns = np.load("points.npy"), np.linspace(0, 1, 100)
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
optimizer = tf.keras.optimizers.Adam(0.005)
for turn in turns:
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(model(points)))
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))
""",
            because="HVD306",
        ),
        Refused(
            """\
import numpy as np
from tensorflow import keras
number = 200
def samples(number):
    pieces = []
    for start in range(2):
        piece = np.zeros((number, 1))
        piece[:, 0] = np.linspace(start, start + 1, number)
        pieces.append(piece)
    return pieces
inputs = [keras.Input([1]), keras.Input([1])]
model = keras.Model(inputs, [keras.layers.Dense(1)(each) for each in inputs])
model.compile("adam", "mse")
x, size = samples(number), number
model.fit(x, x, epochs=1000, batch_size=size, shuffle=False)
""",
            because="HVD306",
        ),
        Refused(
            """\
import numpy as np
from tensorflow import keras
points, values = np.load("points.npy"), np.load("values.npy")
model = keras.Sequential([keras.layers.Dense(1, input_shape=(2,))])
model.compile("adam", "mse")
for epoch in range(10):
    for _ in range(50):
        model.train_on_batch(points, values)
    shown = np.random.randint(0, len(points), 4)
    print(model.predict(points[shown]))
""",
            because="HVD306",
        ),
        Refused(
            """\
import numpy as np
from tensorflow import keras
images, labels = np.load("images.npy"), np.load("labels.npy")
model = keras.Sequential([keras.layers.Flatten(), keras.layers.Dense(10, activation="softmax")])
model.compile("adam", "sparse_categorical_crossentropy")
model.fit(images[[1, 2]], labels[[1, 2]])
model.summary()
model.fit(images, labels, epochs=5)
""",
            because="HVD306",
        ),
    ]


def full_batch(script: Script, training: Training, outermost: LoopAt) -> Refusal | None:
    """Say that every turn of a loop trains on the same samples, where nothing in it gives others."""
    if not takes_the_same(script, training, outermost):
        return None
    taken = _taken_in_expression(script, training)
    if taken is not None:
        return taken
    return _refusal(f"every turn of this loop trains {training.label} on the same samples, and so would every process")


def full_batch_on_a_way(script: Script, training: Training, loop: LoopAt, entries: Sequence[Call]) -> Refusal | None:
    """Say that a loop trains on batches in one branch, and in another one on the same samples in each turn."""
    changed = stored_among(ast.walk(loop.node))
    by_batches = {each for call in entries if names_in(*call.arguments) & changed for each in call.functions}
    for call in entries:
        whole = bool(call.arguments) and all(is_plain(each) for each in call.arguments)
        if whole and not by_batches.isdisjoint(call.functions) and not names_in(*call.arguments) & changed:
            return _refusal(
                f"{call.document.quote(call.node)} in {call.document.place_of(call.node)} trains {training.label} on the same "
                "samples in each turn of this loop, and so would every process"
            )
    return None


def one_sample(script: Script, document: Document, arrays: Iterable[ast.expr]) -> Refusal | None:
    """Say that one of the arrays that a training is given holds a single sample."""
    for given in arrays:
        made = [script.creation(value) for value in script.values(given) if isinstance(value, Instance)]
        ones = [each is not None and _is_one(script, each.node) for each in made]
        if _is_one(script, script.slices.bound(document, given)) or (ones and all(ones)):
            return _refusal(f"{document.quote(given)} is one sample, of which no process can have a part")
    return None


def full_batch_fit(script: Script, training: Training, fit: Call) -> Refusal | None:
    """Say that a `fit` takes all samples in each step: its batches are as large as an array is long, or an epoch is one."""
    single = one_sample(script, fit.document, (*_inputs(fit.argument("x")), *_inputs(fit.argument("y"))))
    if single is not None:
        return single
    size = fit.argument("batch_size")
    size = script.slices.bound(fit.document, size) if size is not None else None
    match size:
        case _ if training.pattern is Pattern.ESTIMATOR and _is_none(script, size):
            whole = True  # the default of tf.contrib.learn
        case ast.Subscript(ast.Attribute(attr="shape"), ast.Constant(0)):
            whole = True
        case ast.Call():
            call = script.call(size)
            whole = call is not None and call.names == {"builtins.len"}
        case _:
            whole = _is_none(script, size) and script.constants(fit.argument("steps_per_epoch")) == {1}
            whole = whole or _is_smaller(script, fit, size)
    return _refusal(f"each step of this `fit` trains {training.label} on all samples, as a batch") if whole else None


def _is_none(script: Script, size: ast.expr | None) -> bool:
    return size is None or script.constants(size) == {None}


_OF_LISTS = frozenset({"numpy.array", "numpy.asarray", "tensorflow.constant", "tensorflow.convert_to_tensor"})

_BATCH_SIZE = 32
"""The batch size of a `fit` that is given none, by the documentation of Keras."""


def _is_smaller(script: Script, fit: Call, size: ast.expr | None) -> bool:
    """Say whether there are at most as many samples as a batch has, where both are written down."""
    sizes = {_BATCH_SIZE if each is None else each for each in script.constants(size)} if size else {_BATCH_SIZE}
    given = [fit.argument("x"), fit.argument("y")]
    lengths = [_length(script, fit.document, each) for argument in given for each in _arrays(script, fit, argument)]
    if size is not None:
        lengths.append(_made_length(script, given[0]))
    known = [each for each in lengths if each is not None]
    return bool(known) and bool(sizes) and all(isinstance(each, int) and max(known) <= each for each in sizes)


def _arrays(script: Script, fit: Call, given: ast.expr | None) -> list[ast.expr]:
    """Give the arrays that a `fit` is given by an argument: one that is written out in rows, or one for each of several."""
    whole = script.slices.bound(fit.document, given) if given is not None else None
    return [whole] if whole is not None and _rows(whole) else _inputs(given)


def _length(script: Script, document: Document, node: ast.expr) -> int | None:
    """Give the number of samples of a list that is written out, or of an array that is made of one, or taken of another."""
    given = script.slices.bound(document, node) or node
    call = script.call(given)
    if call is not None and call.names and call.node.args and (call.names <= _OF_LISTS or _keeps_rows(script, call)):
        inner = call.node.args[0]
        return _length(script, document, inner) or _listed(script, document, inner)
    return _taken(given) if isinstance(given, ast.Subscript) else _rows(given)


def _keeps_rows(script: Script, call: Call) -> bool:
    """Say whether a call gives an array another shape, whose first length is that of the array."""
    first = next(iter(_first_lengths(call.node)), None)
    counted = script.call(first) if first is not None else None
    if call.names != {"numpy.reshape"} or counted is None or counted.names != {"builtins.len"}:
        return False
    return [ast.dump(each) for each in counted.node.args] == [ast.dump(call.node.args[0])]


def _listed(script: Script, document: Document, node: ast.expr) -> int | None:
    """Give the number of items of a list that an array is made of, where it is written out and nothing is added to it."""
    given = script.slices.bound(document, node) or node
    if not isinstance(given, ast.List) or any(isinstance(each, ast.Starred) for each in given.elts):
        return None
    home = script.scope(document, node).home(node.id) if isinstance(node, ast.Name) else None
    uses = script.def_use.uses.get((home, node.id), ()) if home is not None and isinstance(node, ast.Name) else ()
    if any(isinstance(document.parent(use), ast.Attribute) for use in uses):
        return None
    return len(given.elts) or None


def _taken(node: ast.Subscript) -> int | None:
    """Give the number of samples that are taken of an array, where it is written out."""
    first = node.slice.elts[0] if isinstance(node.slice, ast.Tuple) and node.slice.elts else node.slice
    match first:
        case ast.List():
            return _rows(first)
        case ast.Slice(None, ast.Constant(int(upper)), None):
            return upper
        case ast.Slice(ast.Constant(int(lower)), ast.Constant(int(upper)), None):
            return upper - lower
    return None


def _made_length(script: Script, given: ast.expr | None) -> int | None:
    """Give the number of samples of the arrays that a `fit` is given, or of a list of some, where the calls that make them tell it."""
    arrays = join(script.elements(each) if isinstance(each, Container) else one(each) for each in script.values(given))
    made = [script.creation(each) if isinstance(each, Instance) else None for each in arrays]
    lengths = {
        number for call in made for number in (_first_numbers(script, call) if call is not None else [frozenset()])
    }
    numbers = lengths.pop() if len(lengths) == 1 else frozenset()
    number = next(iter(numbers)) if len(numbers) == 1 else None
    return number if isinstance(number, int) else None


def _first_numbers(script: Script, call: Call) -> list[frozenset[object]]:
    """Give the numbers that may be the first length of the array that a call makes; none where the script adds to them."""
    firsts = _first_lengths(call.node)
    known = [
        script.constants(each) if not _is_added_to(script, call.document, each) else frozenset() for each in firsts
    ]
    return known or [frozenset()]


def _is_added_to(script: Script, document: Document, node: ast.expr) -> bool:
    """Say whether a name is counted with before it is read."""
    if not isinstance(node, ast.Name):
        return False
    scope = script.scope(document, node)
    found = script.def_use.names.get((scope.home(node.id) or scope, node.id), ())
    return any(isinstance(each, Assignment) and augmented(each.by) is not None for each in found)


def _rows(node: ast.expr) -> int | None:
    """Give the number of rows of an array that is written out in numbers."""
    if not isinstance(node, ast.List | ast.Tuple) or not node.elts:
        return None
    return len(node.elts) if all(_rows(each) or _is_number(each) for each in node.elts) else None


def _is_number(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) or (isinstance(node, ast.UnaryOp) and isinstance(node.operand, ast.Constant))


def _inputs(given: ast.expr | None) -> list[ast.expr]:
    """Give the arrays that a model is given: one, or one for each of its inputs."""
    match given:
        case ast.List(elements) | ast.Tuple(elements):
            return elements
        case ast.Dict(values=values):
            return values
    return [given] if given is not None else []


def _is_one(script: Script, node: ast.expr | None) -> bool:
    """Say whether an array is made with 1 as its first length."""
    match node:
        case ast.Call(ast.Attribute(attr="expand_dims"), [_, ast.Constant(0)], []) | ast.Call(
            ast.Attribute(attr="expand_dims"), [_], [ast.keyword("axis", ast.Constant(0))]
        ):
            return True
        case ast.Call(args=[ast.List([only]) | ast.Tuple([only]), *_]) if not isinstance(only, ast.Starred):
            call = script.call(node)
            if call is not None and call.names and call.names <= _OF_LISTS:
                return True
        case ast.Subscript(slice=ast.Tuple([axis, *_]) | axis):
            return _is_new_axis(axis)
    return any(script.constants(each) == {1} for each in _first_lengths(node))


def _first_lengths(node: ast.expr | None) -> list[ast.expr]:
    """Give what may be the first length of the array that a call makes."""
    match node:
        case (
            ast.Call(ast.Attribute(attr="reshape"), [_, ast.Tuple([first, *_]) | ast.List([first, *_])])
            | ast.Call(ast.Attribute(attr="reshape" | "rand" | "randn"), [first, _, *_])
            | ast.Call(
                ast.Attribute(attr="reshape" | "zeros" | "ones" | "empty" | "full" | "fill"),
                [ast.Tuple([first, *_]) | ast.List([first, *_]), *_],
            )
            | ast.Call(ast.Attribute(attr="normal" | "uniform"), [ast.Tuple([first, *_]) | ast.List([first, *_])], [])
            | ast.Call(ast.Attribute(attr="array" | "stack"), [ast.BinOp(ast.List([_]), ast.Mult(), first), *_])
        ):
            return [first]
        case ast.Call(keywords=keywords):
            shapes = (each.value for each in keywords if each.arg in ("size", "shape"))
            return [each.elts[0] for each in shapes if isinstance(each, ast.Tuple | ast.List) and each.elts]
    return []


def _is_new_axis(index: ast.expr) -> bool:
    """Say whether an index adds an axis: `None`, or NumPy's and TensorFlow's `newaxis`."""
    return (isinstance(index, ast.Constant) and index.value is None) or (
        isinstance(index, ast.Attribute) and index.attr == "newaxis"
    )


def one_batch(script: Script, training: Training, count: Count) -> Refusal | None:
    """Say that a loop over batches has a single turn: as many samples are divided by a batch size that is their number.

    So has a range whose step is where it ends.
    """
    document = count.document
    counted = script.call(document.parent(count.node))
    step = counted.argument("step") if counted is not None and is_range(script, counted) else None
    if step is None:
        (whole, size), told = _quotient(script, document, count.node), f"{document.quote(count.node)} is 1"
    else:
        whole, size = _as_set(script, document, count.node), _as_set(script, document, step)
        told = f"{document.quote(step)} is {document.quote(count.node)}"
    if whole is None or size is None:
        return None
    known = script.constants(whole[1])
    if not _are_alike(script, whole, size) and (len(known) != 1 or known != script.constants(size[1])):
        return None
    return _refusal(f"{told}: this loop trains {training.label} on all samples, as a batch")


_Told = tuple[Document, ast.expr]
"""An expression, and the file in which it stands."""


def _quotient(script: Script, document: Document, node: ast.expr) -> tuple[_Told | None, _Told | None]:
    """Give what a number is the quotient of, rounded or not, in the words in which both are set; else nothing."""
    match _as_set(script, document, node):
        case home, ast.BinOp(left, ast.FloorDiv() | ast.Div(), right):
            return _as_set(script, home, left), _as_set(script, home, right)
        case home, ast.Call(ast.Name("int" | "ceil" | "floor") | ast.Attribute(attr="ceil" | "floor"), [inner]):
            return _quotient(script, home, inner)
    return None, None


def _as_set(script: Script, document: Document, node: ast.expr) -> _Told:
    """Give what a name is set to, through other names and what a parameter is given; itself without a single value."""
    seen: list[ast.expr] = []
    while node not in seen:
        seen.append(node)
        document, node = _given_alone(script, document, node) or (document, script.slices.bound(document, node) or node)
    return document, node


def _given_alone(script: Script, document: Document, node: ast.expr) -> _Told | None:
    """Give what the only call of a function passes for the parameter that a name stands for; None for others."""
    function = script.receiving(document, node) if isinstance(node, ast.Name) else None
    given = passed_for(script, function, node.id) if function is not None and isinstance(node, ast.Name) else []
    return given[0] if len(given) == 1 else None


def _are_alike(script: Script, one: _Told, other: _Told) -> bool:
    """Say whether two numbers are set in the same words, or are the lengths of what is set in one place."""
    match one, other:
        case (home, ast.Call(ast.Name("len"), [first])), (place, ast.Call(ast.Name("len"), [second])):
            return same(first, second) or _as_set(script, home, first)[1] is _as_set(script, place, second)[1]
    return same(one[1], other[1])


def alone(script: Script, training: Training) -> Refusal:
    """Say that a step outside of all loops is taken on the same samples by each process."""
    return _taken_in_expression(script, training) or _refusal(
        f"this step trains {training.label} outside of a loop, on the same samples in each process"
    )


def one_element(source: Call) -> Refusal:
    """Say that a dataset has one element, which all steps are taken on."""
    made = source.document.quote(source.node)
    return _refusal(
        f"{made} has a single element, all samples or what they are drawn from, which no process can have a part of"
    )


def _taken_in_expression(script: Script, training: Training) -> Refusal | None:
    """Say that a comprehension takes the steps of a training, which is no loop whose turns could be divided."""
    for step in training.step_calls:
        for document, _, node in ways(script, step):
            for outer in document.ancestors(node):
                if isinstance(outer, Comprehension):
                    return Refusal(
                        FullBatch(),
                        f"{document.quote(outer)} in {document.place_of(outer)} takes the steps of {training.label}, and no loop does",
                        "write it as a `for` statement, whose samples can be divided",
                    )
    return None


def _refusal(message: str) -> Refusal:
    return Refusal(
        FullBatch(),
        message,
        'give each process a part of the samples, by hvd.rank() and hvd.size(), and set data = "none": nothing is divided then',
    )
