"""Restriction on data: what a training reads must be found."""

from __future__ import annotations

from farandole.rules.families import CODE_RESTRICTIONS
from farandole.rules.rule import Refused, Rule


class DataUnknown(Rule):
    """The data that a model is trained on must be found in the project.

    ## What it does

    Names data that can't be followed to where they are made: a dataset from a library that is not known, an object of
    an unknown kind given to `fit`, a loop over it. Of a reinitialisable iterator that reads several datasets in turn,
    which one is trained on can't be seen either. An order that each process draws for itself, from a generator that
    gives other numbers, too, is named where no seed can be put that is the same for all, and so is a call of a function
    that trains or not, as a flag says, where it does not, or what runs the model in the branch of an option that takes the
    place of training: each process would evaluate a part of the data. A loop whose turns go on from what the turns before
    have computed, as through the time of a simulation, can't be taken in parts either, and a model that is trained for one
    task and set back, as meta-learning does, must not get the gradients of other tasks.

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
""",
        """\
import numpy as np
import tensorflow as tf
model = tf.keras.Sequential([tf.keras.layers.Dense(5)])
optimizer = tf.keras.optimizers.SGD(0.1)
samples, held = (tf.data.Dataset.from_tensor_slices(np.load(name)).batch(8) for name in ("x.npy", "held.npy"))
for trial in range(3):
    best, least = model.get_weights(), float("inf")
    for epoch in range(10):
        for x in samples:
            with tf.GradientTape() as tape:
                loss = tf.reduce_mean(tf.square(model(x) - x))
            gradients = tape.gradient(loss, model.trainable_variables)
            optimizer.apply_gradients(zip(gradients, model.trainable_variables))
        error = np.mean([np.square(model(x) - x).mean() for x in held])
        if error < least:
            best, least = model.get_weights(), error
    model.set_weights(best)
""",
    ]
    refused = [
        Refused(
            """\
import numpy as np
import tensorflow as tf
tasks = np.load("tasks.npy")
model = tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(4,))])
optimizer = tf.keras.optimizers.SGD(0.01)
for turn in range(1000):
    old = model.get_weights()
    task = tasks[np.random.randint(0, len(tasks))]
    for start in range(0, len(task), 8):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(model(task[start:start + 8]) ** 2)
        gradients = tape.gradient(loss, model.trainable_variables)
        optimizer.apply_gradients(zip(gradients, model.trainable_variables))
    new = model.get_weights()
    for place in range(len(new)):
        new[place] = old[place] + 0.1 * (new[place] - old[place])
    model.set_weights(new)
""",
            because="HVD211",
        ),
        Refused(
            """\
import numpy as np
import tensorflow as tf
images = np.load("images.npy")

def samples():
    for image in images:
        if np.random.rand() < 0.1:
            continue
        yield image, 0.0

model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile("sgd", "mse")
data = tf.data.Dataset.from_generator(samples, (tf.float32, tf.float32), ((8,), ()))
model.fit(data.batch(8), epochs=3)
""",
            because="HVD211",
        ),
        Refused(
            """\
import numpy as np
import tensorflow as tf

images, kinds = np.load("images.npy"), np.load("kinds.npy")
def labels():
    while True:
        for start in range(0, len(kinds), 32):
            yield kinds[start : start + 32]
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile("sgd", "mse")
source = labels()
for start in range(0, len(images), 32):
    model.train_on_batch(images[start : start + 32], next(source))
""",
            because="HVD211",
        ),
        Refused(
            """\
import numpy as np
import tensorflow as tf

kinds = np.load("kinds.npy")
def labels():
    for start in range(0, len(kinds), 32):
        yield kinds[start : start + 32]
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile("sgd", "mse")
for images, wanted in zip(tf.data.Dataset.from_tensor_slices(np.load("images.npy")).batch(32), labels()):
    model.train_on_batch(images, wanted)
""",
            because="HVD211",
        ),
        Refused(
            """\
import json
import numpy as np
import tensorflow as tf

with open("visits.json") as file:
    visits = json.load(file)
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile("sgd", "mse")
left, filled = sum(len(visit) for each in visits.values() for visit in each), 0
size = min(32, left)
batch = np.zeros((size, 4), "float32")
for name, each in visits.items():
    for number in range(1, len(each)):
        visit = np.array(each[number])
        for place in range(len(visit)):
            batch[filled] = visit[place]
            filled += 1
            if filled == size:
                model.train_on_batch(batch, batch[:, :1])
                filled, left = 0, left - size
                size = min(32, left)
                batch = np.zeros((size, 4), "float32")
""",
            because="HVD211",
        ),
        Refused(
            """\
import multiprocessing
import random
import numpy as np
import tensorflow as tf

def walk(start):
    return [start] + [random.choice(range(100)) for _ in range(9)]

with multiprocessing.Pool(4) as pool:
    walks = np.array(pool.map(walk, range(1000)))
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile("sgd", "mse")
model.fit(walks[:, 1:], walks[:, 0], epochs=3)
""",
            because="HVD211",
        ),
        Refused(
            """\
import numpy as np
import tensorflow.compat.v1 as tf

samples = np.load("samples.npy"), np.load("labels.npy")
x, y = tf.placeholder(tf.float32, [None, 4]), tf.placeholder(tf.float32, [None, 1])
train_op = tf.train.AdamOptimizer(0.01).minimize(tf.reduce_mean((tf.layers.dense(x, 1) - y) ** 2))

def train_on(session, data, start):
    batch = data[0][start:start + 8]
    session.run(train_op, {x: batch + np.random.normal(size=batch.shape), y: data[1][start:start + 8]})

with tf.Session() as session:
    session.run(tf.global_variables_initializer())
    for start in range(0, len(samples[0]), 8):
        train_on(session, samples, start)
""",
            because="HVD211",
        ),
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
        print("at batch", reader.at)
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

batches = Batches("samples", 8)
model = keras.Sequential([keras.layers.Dense(1)])
model.compile("sgd", "mse")
model.fit(batches, steps_per_epoch=len(batches), epochs=3, shuffle=False)
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
        print(at / len(paths))
""",
            because="HVD211",
        ),
        Refused(
            """\
import argparse
import numpy as np
import tensorflow.compat.v1 as tf

parser = argparse.ArgumentParser()
parser.add_argument("--seed", type=int)
seed = parser.parse_args().seed
generator = np.random.RandomState(seed) if seed else np.random

def batches(x, size):
    order = generator.permutation(len(x))
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
import numpy as np
import tensorflow as tf
image = tf.placeholder(tf.float32, [None, 4])
code = tf.get_variable("code", [1, 4])
train = tf.train.AdamOptimizer(0.01).minimize(tf.reduce_mean(tf.square(code - image)), var_list=[code])
with tf.Session() as session:
    session.run(tf.global_variables_initializer())
    for each in np.load("images.npy"):
        code.load(np.random.uniform(size=(1, 4)), session)
        for step in range(100):
            session.run(train, {image: each[None]})
""",
            because="HVD211",
        ),
        Refused(
            """\
import numpy as np
import tensorflow as tf
model = tf.keras.Sequential([tf.keras.layers.Dense(5)])
optimizer = tf.keras.optimizers.SGD(0.1)
images, labels = np.load("images.npy"), np.load("labels.npy")
for episode in range(1000):
    chosen = np.random.choice(len(images), 25)
    task = tf.data.Dataset.from_tensor_slices((images[chosen], labels[chosen])).batch(5)
    old = model.get_weights()
    for x, y in task:
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(tf.square(model(x) - y))
        gradients = tape.gradient(loss, model.trainable_variables)
        optimizer.apply_gradients(zip(gradients, model.trainable_variables))
    new = model.get_weights()
    model.set_weights([before + 0.1 * (after - before) for before, after in zip(old, new)])
""",
            because="HVD211",
        ),
        Refused(
            """\
import numpy as np
import tensorflow as tf
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
optimizer = tf.keras.optimizers.SGD(0.1)
steps = 20
for path in range(100):
    noise = np.random.normal(size=(64, steps, 1)).astype("float32")
    price = np.ones((64, steps + 1, 1), "float32")
    for n in range(steps):
        price[:, n + 1] = price[:, n] * (1 + 0.1 * noise[:, n])
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(tf.square(model(price[:, n]) - price[:, n + 1]))
        gradients = tape.gradient(loss, model.trainable_variables)
        optimizer.apply_gradients(zip(gradients, model.trainable_variables))
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
