"""What functions compute by the step as another number means the steps of all processes; what they only show does not."""

import math

import numpy as np
import tensorflow as tf

RATE, WARM_UP, STEPS = 0.1, 500, 20000


def rate_at(step):
    if step < WARM_UP:
        return RATE * step / WARM_UP
    return RATE * (1 - step / STEPS)


def cosine(part):
    return RATE * 0.5 * (1 + math.cos(math.pi * part))


def weight_at(step):
    return min(1.0, step / 10000)


def show(step, value):
    print(f"step {step:.0f}: {value}")


def noted(step, value):
    if step % 1000 == 0:
        print("step", step, value)
    return value / (step + 1)


files = tf.data.Dataset.list_files("data/*.npy").shuffle(100).repeat().batch(4)
samples = files.map(lambda names: tf.strings.length(names))
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
optimizer, other = tf.keras.optimizers.SGD(RATE), tf.keras.optimizers.SGD(RATE)
step = tf.Variable(0, dtype=tf.int64)
batches = iter(samples)
while int(step) < STEPS:
    batch = tf.cast(next(batches), tf.float32)[:, None]
    if step < 1000:
        optimizer.learning_rate = rate_at(float(step))
    elif step < 5000:
        optimizer.learning_rate = rate_at(step=np.float32(step) + 1)
    else:
        optimizer.learning_rate = cosine(int(step) / STEPS)
    other.learning_rate = rate_at(step + 1)
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(model(batch) ** 2) * weight_at(int(step) - 100)
        loss += tf.reduce_mean(tf.abs(model(batch))) * tf.minimum(1.0, tf.cast(step, tf.float32) / 10000.0)
    optimizer.apply_gradients(zip(tape.gradient(loss, model.trainable_variables), model.trainable_variables))
    step.assign_add(1)
    show(float(step), loss)
    mean = noted(float(step) / 2, loss)
    if step % 1000 == 0:
        model.save_weights("model.h5")
