"""Functions of a parser that call one another lead to a count on more ways than can be told one by one."""

import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")


def word(w):
    read = 0
    for _ in w.pop():
        read += 1
    return read


def block(w):
    return word(w), body(w), choice(w), clause(w), either(w), group(w), loop(w), part(w), row(w), test(w), turn(w)


def body(w):
    return word(w), block(w), choice(w), clause(w), either(w), group(w), loop(w), part(w), row(w), test(w), turn(w)


def choice(w):
    return word(w), block(w), body(w), clause(w), either(w), group(w), loop(w), part(w), row(w), test(w), turn(w)


def clause(w):
    return word(w), block(w), body(w), choice(w), either(w), group(w), loop(w), part(w), row(w), test(w), turn(w)


def either(w):
    return word(w), block(w), body(w), choice(w), clause(w), group(w), loop(w), part(w), row(w), test(w), turn(w)


def group(w):
    return word(w), block(w), body(w), choice(w), clause(w), either(w), loop(w), part(w), row(w), test(w), turn(w)


def loop(w):
    return word(w), block(w), body(w), choice(w), clause(w), either(w), group(w), part(w), row(w), test(w), turn(w)


def part(w):
    return word(w), block(w), body(w), choice(w), clause(w), either(w), group(w), loop(w), row(w), test(w), turn(w)


def row(w):
    return word(w), block(w), body(w), choice(w), clause(w), either(w), group(w), loop(w), part(w), test(w), turn(w)


def test(w):
    return word(w), block(w), body(w), choice(w), clause(w), either(w), group(w), loop(w), part(w), row(w), turn(w)


def turn(w):
    return word(w), block(w), body(w), choice(w), clause(w), either(w), group(w), loop(w), part(w), row(w), test(w)


def encoded(text):
    return np.array([float(len(str(each))) for each in block(text.split())])


x = np.stack([encoded(line) for line in open("programs.txt")])
y = np.load("y.npy")
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
optimizer = tf.keras.optimizers.Adam(0.001 * hvd.size())
shard = slice(hvd.rank(), len(y) // hvd.size() * hvd.size(), hvd.size())
for epoch in range(10):
    for start in range(0, max(1, len(x) // hvd.size()), 32):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean((model(x[shard][start : start + 32]) - y[shard][start : start + 32]) ** 2)
        tape = hvd.DistributedGradientTape(tape)
        gradients = tape.gradient(loss, model.trainable_variables)
        optimizer.apply_gradients(zip(gradients, model.trainable_variables))
        # Horovod: once, after the first step, which has made all variables
        if not getattr(optimizer, "hvd_broadcast_done", False):
            hvd.broadcast_variables(model.variables, root_rank=0)
            hvd.broadcast_variables(optimizer.variables(), root_rank=0)
            optimizer.hvd_broadcast_done = True
