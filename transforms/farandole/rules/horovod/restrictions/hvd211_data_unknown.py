"""Restriction on data: what a training reads must be found."""

from __future__ import annotations

import ast

from farandole.analysis.program import Call
from farandole.frameworks.script import Script
from farandole.frameworks.tensorflow.training import Training
from farandole.rules.families import CODE_RESTRICTIONS
from farandole.rules.horovod.division.pipelines import Pipeline
from farandole.rules.horovod.division.sampling import MIXERS
from farandole.rules.horovod.restrictions.refusal import Refusal
from farandole.rules.rule import Refused, Related, Rule
from farandole.source import Document


class DataUnknown(Rule):
    """The data that a model is trained on must be found in the project.

    ## What it does

    Names data that can't be followed to where they are made: a dataset from a library that is not known, an object of
    an unknown kind given to `fit`, a loop over it. Of a reinitialisable iterator that reads several datasets in turn,
    which one is trained on can't be seen either. An order that each process draws for itself, from a generator that
    gives other numbers, too, is named where no seed can be put that is the same for all, and so is a call of a function
    that trains or not, as a flag says, where it does not, or what runs the model in the branch of an option that takes the
    place of training: each process would evaluate a part of the data.

    ## Why

    Each process must get its own part of the data, and all equally many. How to divide an object depends on what it is.

    ## When it is not offered

    Arrays, `tf.data` pipelines, Keras sequences and generators are found through variables, functions, classes and
    modules of the project.

    ## Edit safety

    Nothing is edited: the script is not converted until these data can be divided, since processes that all train on the
    same samples, at a rate times their number, train wrongly. The option `data = "none"` divides nothing.
    """

    family = CODE_RESTRICTIONS
    code, name = "HVD211", "data-not-found"
    title = "Load the training data where they can be seen"
    untouched = [
        """\
import tensorflow as tf
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile("sgd", "mse")
model.fit(tf.data.Dataset.range(8).map(lambda x: ([x], [x])).batch(2))
"""
    ]
    refused = [
        Refused(
            """\
import numpy as np
import tensorflow as tf

def batches(x):
    order = tf.random.shuffle(tf.range(len(x))).numpy()
    while True:
        for i in range(0, len(x), 8):
            yield x[order[i:i + 8]], x[order[i:i + 8], :1]

x = np.load("x.npy")
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile("adam", "mse")
model.fit(batches(x), steps_per_epoch=len(x) // 8)
""",
            because="HVD211",
        ),
        Refused(
            """\
import numpy as np
import tensorflow.compat.v1 as tf

w = tf.get_variable("w", [4, 1])
costs = [tf.reduce_mean(tf.matmul(x, w) ** 2) for x in np.split(np.ones([64, 4], "f"), 8)]
train_ops = [tf.train.AdamOptimizer(0.01).minimize(cost) for cost in costs]
with tf.Session() as session:
    session.run(tf.global_variables_initializer())
    for train_op in train_ops:
        session.run(train_op)
""",
            because="HVD211",
        ),
        Refused(
            """\
import numpy as np
import tensorflow as tf
images, labels = np.load("images.npy"), np.load("labels.npy")
model = tf.keras.Sequential([tf.keras.layers.Dense(10)])
model.compile("sgd", "mse")
for step, image in enumerate(images):
    model.train_on_batch(image[None], labels[step][None])
""",
            because="HVD211",
        ),
        Refused(
            """\
import argparse
import tensorflow as tf
parser = argparse.ArgumentParser()
parser.add_argument("--saved")
parser.add_argument("--change", nargs="*", default=[])
args = parser.parse_args()
data = tf.data.Dataset.range(1000)
if "a" in args.change:
    data = data.map(lambda x: x + 1)
if "b" in args.change:
    data = data.map(lambda x: x * 2)
if "c" in args.change:
    data = data.map(lambda x: x + 3)
if "d" in args.change:
    data = data.map(lambda x: x * 4)
if "e" in args.change:
    data = data.map(lambda x: x + 5)
if "f" in args.change:
    data = data.map(lambda x: x * 6)
if "g" in args.change:
    data = data.shuffle(1000)
data = data.map(lambda x: ([x], [x])).batch(32)
if args.saved:
    data = tf.data.experimental.load(args.saved)
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile("sgd", "mse")
model.fit(data)
""",
            because="HVD211",
        ),
        Refused(
            """\
import tensorflow as tf
class Data:
    def __init__(self):
        self.data = tf.data.Dataset.from_generator(lambda: iter([[1.0]] * 64), tf.float32)
        self.data = self.data.batch(1)
        self.batches = iter(self.data)
    def next_batch(self, size):
        if size != 1:
            self.data = self.data.batch(size)
            self.batches = iter(self.data)
        return next(self.batches)
data = Data()
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile("sgd", "mse")
for step in range(16):
    batch = data.next_batch(4)
    model.train_on_batch(batch, batch)
""",
            because="HVD211",
        ),
        Refused(
            """\
import tensorflow as tf
from somewhere import load
class Trainer:
    def __init__(self, source):
        self.batches = load(source) if source else iter(tf.data.Dataset.from_tensors(([[1.0]], [[2.0]])).repeat())
        self.model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
        self.optimizer = tf.keras.optimizers.SGD(0.1)
    def train(self):
        for _ in range(100):
            x, y = self.batches.get_next()
            with tf.GradientTape() as tape:
                loss = tf.reduce_mean((self.model(x) - y) ** 2)
            gradients = tape.gradient(loss, self.model.trainable_variables)
            self.optimizer.apply_gradients(zip(gradients, self.model.trainable_variables))
Trainer("samples").train()
""",
            because="HVD211",
        ),
        Refused(
            """\
import tensorflow as tf
from somewhere import load
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile("sgd", "mse")
model.fit(load("train"))
""",
            because="HVD211",
        ),
        Refused(
            """\
import tensorflow.compat.v1 as tf
training = tf.data.Dataset.from_tensor_slices(tf.random.normal([40, 3])).repeat().batch(4)
testing = tf.data.Dataset.from_tensor_slices(tf.random.normal([20, 3])).batch(4)
iterator = tf.data.Iterator.from_structure(training.output_types, training.output_shapes)
train_on, test_on = iterator.make_initializer(training), iterator.make_initializer(testing)
loss = tf.reduce_mean(tf.layers.dense(iterator.get_next(), 1) ** 2)
train_op = tf.train.AdamOptimizer(0.01).minimize(loss)
with tf.Session() as session:
    session.run(tf.global_variables_initializer())
    session.run(train_on)
    for step in range(100):
        session.run(train_op)
    session.run(test_on)
""",
            because="HVD211",
        ),
        Refused(
            """\
import numpy as np
import tensorflow.compat.v1 as tf
data = np.random.rand(1000, 4)
x = tf.placeholder(tf.float32, [None, 4])
train = tf.train.AdamOptimizer(0.01).minimize(tf.reduce_mean(tf.layers.dense(x, 1) ** 2))
with tf.Session() as session:
    session.run(tf.global_variables_initializer())
    for step in range(100):
        at = step * 40 % 960
        session.run(train, {x: data[at:at + 40]})
        print("at sample", at)
""",
            because="HVD211",
        ),
        Refused(
            """\
import numpy as np
import tensorflow.compat.v1 as tf

class Reader:
    def __init__(self, path):
        self.batches, self.at = np.split(np.load(path), 100), 0

    def next_batch(self):
        self.at += 1
        return self.batches[self.at - 1]

reader = Reader("samples.npy")
x = tf.placeholder(tf.float32, [None, 4])
train = tf.train.AdamOptimizer(0.01).minimize(tf.reduce_mean(tf.layers.dense(x, 1) ** 2))
with tf.Session() as session:
    session.run(tf.global_variables_initializer())
    for step in range(100):
        batch = reader.next_batch().tolist()
        batch.reverse()
        session.run(train, {x: batch})
""",
            because="HVD211",
        ),
        Refused(
            """\
import numpy as np
import tensorflow.compat.v1 as tf

class Reader:
    def __init__(self, path):
        self.samples, self.at = np.load(path), 0

    def next_batch(self, size):
        start, self.at = self.at, self.at + size
        return self.samples[start:self.at]

reader = Reader("samples.npy")
x, z = tf.placeholder(tf.float32, [None, 4]), tf.placeholder(tf.float32, [None, 4])
train = tf.train.AdamOptimizer(0.01).minimize(tf.reduce_mean((tf.layers.dense(z, 4) - x) ** 2))
with tf.Session() as session:
    session.run(tf.global_variables_initializer())
    for step in range(100):
        session.run(train, {x: reader.next_batch(8), z: np.random.normal(size=(8, 4))})
""",
            because="HVD211",
        ),
        Refused(
            """\
import numpy as np
import tensorflow.compat.v1 as tf

def divide(samples, part=0.8):
    order = np.random.permutation(len(samples))
    return samples[order[:int(part * len(samples))]], samples[order[int(part * len(samples)):]]

def error(samples):
    training, testing = divide(samples)
    tf.reset_default_graph()
    x = tf.placeholder(tf.float32, [None, 4])
    loss = tf.reduce_mean(tf.layers.dense(x, 1) ** 2)
    train = tf.train.AdamOptimizer(0.01).minimize(loss)
    with tf.Session() as session:
        session.run(tf.global_variables_initializer())
        for step in range(100):
            session.run(train, {x: training[np.random.permutation(len(training))[:32]]})
        return session.run(loss, {x: testing})

samples = np.load("samples.npy")
for turn in range(5):
    print(error(samples))
""",
            because="HVD211",
        ),
        Refused(
            """\
import tensorflow as tf

def rows(files):
    for record in tf.data.TFRecordDataset(files).shuffle(1000):
        yield tf.io.parse_tensor(record, tf.float32)

model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
optimizer = tf.keras.optimizers.SGD(0.01)
dataset = tf.data.Dataset.from_generator(lambda: rows(["rows.tfrecord"]), tf.float32).batch(8)
for batch in dataset:
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(model(batch) ** 2)
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))
""",
            because="HVD211",
        ),
        Refused(
            """\
import os
import random
import numpy as np
from tensorflow import keras

class Batches(keras.utils.Sequence):
    def __init__(self, folder, size):
        self.names, self.size = sorted(os.listdir(folder)), size

    def __len__(self):
        return len(self.names) // self.size

    def __getitem__(self, index):
        names = self.names[index * self.size:(index + 1) * self.size]
        samples = np.stack([np.load(name) for name in names])
        return samples, samples[:, 0]

random.seed(1)
batches = Batches("samples", 8)
model = keras.Sequential([keras.layers.Dense(1)])
model.compile("sgd", "mse")
model.fit(batches, steps_per_epoch=len(batches), epochs=3)
""",
            because="HVD211",
        ),
        Refused(
            """\
import random
import cv2
import numpy as np
import tensorflow.compat.v1 as tf

paths = open("paths.txt").read().split()
random.shuffle(paths)
at = 0

def next_images(count):
    global at
    images = [cv2.resize(cv2.imread(paths[(at + i) % len(paths)]), (8, 8)) for i in range(count)]
    at += count
    return images

x = tf.placeholder(tf.float32, [None, 8, 8, 3])
train = tf.train.AdamOptimizer(0.01).minimize(tf.reduce_mean(tf.layers.dense(x, 1) ** 2))
with tf.Session() as session:
    session.run(tf.global_variables_initializer())
    for step in range(100):
        session.run(train, {x: next_images(8)})
""",
            because="HVD211",
        ),
        Refused(
            """\
import numpy as np
import tensorflow.compat.v1 as tf

def batches(x, size):
    order = np.random.permutation(len(x))
    while len(order):
        yield x[order[:size]]
        order = order[size:]

images = np.load("images.npy")
image, noise = tf.placeholder(tf.float32, [None, 4]), tf.placeholder(tf.float32, [None, 4])
loss = tf.reduce_mean((tf.layers.dense(noise, 4) - image) ** 2)
train = tf.train.AdamOptimizer(0.01).minimize(loss)
with tf.Session() as session:
    session.run(tf.global_variables_initializer())
    for epoch in range(10):
        for batch in batches(images, 8):
            session.run(train, {image: batch, noise: np.random.randn(8, 4)})
""",
            because="HVD211",
        ),
        Refused(
            """\
import tensorflow as tf
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
optimizer = tf.keras.optimizers.SGD(0.1)

def train_step(x):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(model(x) ** 2)
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))

def run_epoch(samples, training=True):
    for x in samples.batch(8):
        if training:
            train_step(x)
        else:
            print(tf.reduce_mean(model(x)))

for epoch in range(3):
    run_epoch(tf.data.Dataset.from_tensor_slices(tf.random.normal([80, 3])))
    run_epoch(tf.data.Dataset.from_tensor_slices(tf.random.normal([20, 3])), training=False)
""",
            because="HVD211",
        ),
        Refused(
            """\
import numpy as np
import tensorflow.compat.v1 as tf
from settings import mode

samples = np.load("samples.npy")
x = tf.placeholder(tf.float32, [None, 4])
loss = tf.reduce_mean(tf.layers.dense(x, 1) ** 2)
train = tf.train.AdamOptimizer(0.01).minimize(loss)
with tf.Session() as session:
    session.run(tf.global_variables_initializer())
    errors = []
    for start in range(0, len(samples), 32):
        batch = {x: samples[start:start + 32]}
        if mode == "train":
            _, error = session.run([train, loss], batch)
        else:
            error = session.run(loss, batch)
        errors.append(error)
    print(mode, np.mean(errors))
""",
            because="HVD211",
        ),
        Refused(
            """\
import numpy as np
import tensorflow.compat.v1 as tf
from settings import mode

def column(values):
    return np.array([value for value in values])

samples = np.load("samples.npy")
x = tf.placeholder(tf.float32, [None, 4])
loss = tf.reduce_mean((tf.layers.dense(x, 1) - tf.constant(column([0.5]))) ** 2)
train = tf.train.AdamOptimizer(0.01).minimize(loss)
with tf.Session() as session:
    session.run(tf.global_variables_initializer())
    for start in range(0, len(samples), 32):
        if mode == "train":
            _, error = session.run([train, loss], {x: samples[start:start + 32]})
        else:
            error = session.run(loss, {x: samples[start:start + 32]})
        print(column([error]))
""",
            because="HVD211",
        ),
        Refused(
            """\
import numpy as np
import tensorflow.compat.v1 as tf

batch = 32
samples = np.load("samples.npy")
x = tf.placeholder(tf.float32, [batch, 4])
train = tf.train.AdamOptimizer(0.01).minimize(tf.reduce_mean(tf.layers.dense(x, 1) ** 2))
with tf.Session() as session:
    session.run(tf.global_variables_initializer())
    for start in range(0, samples.shape[0], batch):
        if start + batch > samples.shape[0]:
            start = samples.shape[0] - batch
        session.run(train, {x: samples[start:start + batch]})
""",
            because="HVD211",
        ),
    ]


_INITIALIZER = "tensorflow.data.Iterator.make_initializer"
_REINITIALISED = frozenset({"tensorflow.data.Iterator.from_structure", "tensorflow.data.Iterator.from_string_handle"})


def not_followed(read: Pipeline) -> Refusal:
    """Say that a dataset can't be followed to where it comes from."""
    return Refusal(
        DataUnknown(),
        f"{read.document.quote(read.node)} can't be followed to where it comes from, so it is not divided",
        "shard the dataset by hand: .shard(hvd.size(), hvd.rank()) before it is shuffled and batched, "
        "with equally many elements in each process",
    )


def divided_before(read: Pipeline) -> Refusal:
    """Say that a dataset has been divided for another training where this one can't have it divided."""
    return Refusal(
        DataUnknown(),
        f"{read.document.quote(read.node)} has data in common with another training, for which they are divided "
        "where those of this one can't be",
        "make a dataset of its own for each training",
    )


def not_divided(document: Document, node: ast.expr) -> Refusal:
    """Say that nothing is known of how to divide an object."""
    return Refusal(
        DataUnknown(),
        f"it is not known how to divide {document.quote(node)} among the processes",
        "give each process its own part of the data, by hvd.rank() and hvd.size(), equally many batches in each",
    )


def several_datasets(script: Script, iterator: Call) -> Refusal | None:
    """Say that an iterator reads several datasets in turn, where it does."""
    initialised = script.calls_to(_INITIALIZER) if not iterator.names.isdisjoint(_REINITIALISED) else ()
    if len(initialised) < 2:  # noqa: PLR2004
        return None
    datasets = [(each.document, node) for each in initialised if (node := each.argument("dataset")) is not None]
    listed = " and ".join(dict.fromkeys(document.quote(node) for document, node in datasets))
    return Refusal(
        DataUnknown(),
        f"{iterator.document.quote(iterator.node)} reads {listed} in turn, and which of them is trained on can't be seen",
        "shard the one for training by hand, .shard(hvd.size(), hvd.rank()), and divide the steps by hvd.size()",
        tuple(Related(document, document.span(node), "read by the iterator") for document, node in datasets),
    )


def hidden(training: Training) -> Refusal:
    """Say that the data are hidden in the arguments of a call."""
    return Refusal(
        DataUnknown(),
        f"the data of {training.label} are hidden in the arguments `*` or `**` of this call",
        "pass the data by name",
    )


def read_by_turn(document: Document, read: ast.Subscript) -> Refusal:
    """Say that the turn of a loop decides where each process reads."""
    return Refusal(
        DataUnknown(),
        f"where {document.quote(read)} reads depends on the turn of this loop, and each process would read the same",
        "compute the place from `step * hvd.size() + hvd.rank()` instead of the counter `step`",
    )


def read_beside(document: Document, read: ast.Subscript, data: str) -> Refusal:
    """Say that a loop over data reads something else at the number of its turn, which the division changes."""
    return Refusal(
        DataUnknown(),
        f"{document.quote(read)} is read at the number of the turn, which goes with other samples once {data} is divided",
        f"run over both together: `for sample, other in zip({data.replace('`', '')}, {document.segment(read.value)})`",
        (Related(document, document.span(read), "this is read at the number of the turn"),),
    )


def other_train_op(document: Document, fetches: ast.expr) -> Refusal:
    """Say that the turn of a loop decides which train op is run: processes wait for the gradients of their own."""
    return Refusal(
        DataUnknown(),
        f"each turn of this loop runs another train op, {document.quote(fetches)}: the processes would wait for each other's gradients for ever",
        "build one train op, and feed it the samples of the turn",
        (Related(document, document.span(fetches), "this is run"),),
    )


def called_by_turn(document: Document, read: ast.Call) -> Refusal:
    """Say that a call that is given the turn of a loop may give each process the same."""
    return Refusal(
        DataUnknown(),
        f"what {document.quote(read)} gives depends on the turn of this loop, and is the same in each process",
        "where it gives samples, pass it `step * hvd.size() + hvd.rank()` instead of the counter `step`",
        (Related(document, document.span(read), "this is given the turn"),),
    )


def seeded_alike(document: Document, head: ast.AST, call: Call) -> Refusal:
    """Say that a call seeds all processes alike; `head` is that of the loop that draws."""
    return Refusal(
        DataUnknown(),
        f"{call.document.quote(call.node)} seeds all processes alike while they train, and they would draw the same samples",
        "add hvd.rank() to the seed",
        (Related(document, document.span(head), "this loop draws them"),),
    )


def orders_too(document: Document, head: ast.AST, call: Call, order: Call) -> Refusal:
    """Say that a call seeds what all processes must draw alike, and what each must draw for itself in the same loop.

    `head` is that of the loop, and `order` a call in it that decides which samples a process has.
    """
    return Refusal(
        DataUnknown(),
        f"{call.document.quote(call.node)} seeds the order of the samples, which is one for all processes, and what "
        f"{document.quote(head)} trains on besides, which must be another in each",
        "draw that from a generator of its own, as np.random.default_rng(seed) makes it",
        (
            Related(document, document.span(head), "this loop draws it"),
            Related(order.document, order.document.span(order.node), "this decides on the samples"),
        ),
    )


def shuffled_after(seed: Call, shuffle: Call) -> Refusal:
    """Say that a seed, which must be another in each process once a `fit` begins, also seeds a dataset that is made then."""
    return Refusal(
        DataUnknown(),
        f"{seed.document.quote(seed.node)} seeds what `train_step` draws, which must be another in each process, and "
        f"{shuffle.document.quote(shuffle.node)}, which is made as late",
        "make the dataset in a statement before `fit`, outside of generators",
        (Related(shuffle.document, shuffle.document.span(shuffle.node), "this shuffles"),),
    )


def also_without_training(document: Document, head: ast.AST, call: Call) -> Refusal:
    """Say that the function of a loop is also called to run the model without training it; `head` is the loop's."""
    return Refusal(
        DataUnknown(),
        f"{call.document.quote(call.node)} in {_place(call)} runs this loop without training, and each process would "
        "see a part of those data only",
        "give training and evaluation a function each",
        (Related(document, document.span(head), "this loop"),),
    )


def ordered_by_tensorflow(call: Call) -> Refusal:
    """Say that a generator orders the samples by TensorFlow's own generator, which has another seed in each process."""
    return Refusal(
        DataUnknown(),
        f"{call.document.quote(call.node)} in {_place(call)} orders the samples differently in each process, of which each "
        "takes a part by position: some samples would be trained on twice, others never",
        "call `tf.random.set_seed(0)` at the start of the script, so that all processes draw one order",
        (Related(call.document, call.document.span(call.node), "this orders the samples"),),
    )


def ordered_apart(call: Call, other: Call) -> Refusal:
    """Say that a call orders the samples differently in each process, of which each takes a part by position.

    `other` draws from the same generator.
    """
    own = "np.random.RandomState(0)" if any(name.startswith("numpy.") for name in call.names) else "random.Random(0)"
    return Refusal(
        DataUnknown(),
        f"{call.document.quote(call.node)} in {_place(call)} orders the samples differently in each process, and "
        f"{other.document.quote(other.node)} in {_place(other)} draws from the same generator: some samples would be "
        "trained on twice, others never",
        f"order them by a generator of their own that has the same seed in each process, such as {own}",
        (
            Related(call.document, call.document.span(call.node), "this orders the samples"),
            Related(other.document, other.document.span(other.node), "this draws from the same generator"),
        ),
    )


def _place(call: Call) -> str:
    line, _ = call.document.position(call.document.span(call.node).start)
    return f"line {line} of {call.document.path.name}"


def in_the_same_order(document: Document, head: ast.AST, training: Training) -> Refusal:
    """Say that a loop, of which `head` is the head, reads the same samples in the same order in all processes."""
    return Refusal(
        DataUnknown(),
        f"what this loop trains {training.label} on comes in the same order in each process, and nothing is drawn by chance",
        "give each process its own part of the samples before they are put into batches, by hvd.rank() and hvd.size()",
        (Related(document, document.span(head), "this loop"),),
    )


def read_at_pointer(document: Document, read: ast.Subscript, training: Training) -> Refusal:
    """Say that a read takes the same samples in all processes: its place goes on from turn to turn."""
    line, _ = document.position(document.span(read).start)
    return Refusal(
        DataUnknown(),
        f"{document.quote(read)} in line {line} of {document.path.name} gives {training.label} the same samples in the "
        "same order in each process: its place goes on from batch to batch, and no chance orders them in the loop",
        "give each process its own part of the samples before they are put into batches, by hvd.rank() and hvd.size()",
        (Related(document, document.span(read), "this reads the samples"),),
    )


def decided_anew(document: Document, statement: ast.stmt, seed: str) -> Refusal:
    """Say that each process decides otherwise, by chance and in each turn of a loop, what a training is about."""
    line, _ = document.position(document.span(statement).start)
    return Refusal(
        DataUnknown(),
        f"line {line} of {document.path.name} decides by chance what is trained on, in each process otherwise: one may "
        "train on what another tests by",
        f"call `{seed}` before it, with a seed that is the same in all processes and another in each turn",
        (Related(document, document.span(statement), "chance decides here"),),
    )


def same_batches(document: Document, node: ast.expr) -> Refusal:
    """Say that Keras takes the batches of a sequence in one order in all processes."""
    return Refusal(
        DataUnknown(),
        f"Keras takes the batches of {document.quote(node)} in the same order in each process, and it is not known how to "
        "divide them",
        "let the sequence hold this process's part of the samples only, by hvd.rank() and hvd.size(), equally many in each",
    )


def in_one_order(script: Script, call: Call) -> Refusal | None:
    """Say that a queue gives all processes the same in the same order, where it does."""
    if not script.constants(call.argument("shuffle")) & {False} or script.calls_to(*MIXERS):
        return None
    return Refusal(
        DataUnknown(),
        f"{call.document.quote(call.node)} gives all processes the same in the same order",
        "give it a part of the files or samples in each process, by hvd.rank() and hvd.size()",
    )
