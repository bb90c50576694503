"""Batches that an object takes from an iterator of arrays, beside noise that is drawn for each step."""

import numpy as np
import tensorflow as tf

model = tf.keras.Sequential([tf.keras.layers.Dense(8, activation="relu"), tf.keras.layers.Dense(1)])
optimizer = tf.keras.optimizers.Adam(learning_rate=0.001)


class Samples:
    def __init__(self, records):
        dataset = tf.data.TFRecordDataset(records)
        dataset = dataset.map(lambda record: tf.io.decode_raw(record, tf.float32))
        dataset = dataset.shuffle(32, reshuffle_each_iteration=True)
        self.batches = dataset.repeat().batch(64).as_numpy_iterator()

    def next(self):
        return self.batches.next()


def train_step(samples, noise):
    x = samples.next()
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(model(x + noise) - 1.0))
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))
    return loss


samples = Samples("samples.tfrecords")
for step in range(30000):
    loss = train_step(samples, np.random.normal(0.0, 0.1, size=(64, 20)).astype(np.float32))
    if step % 100 == 0:
        print(step, float(loss))
