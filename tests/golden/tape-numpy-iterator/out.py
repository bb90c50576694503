"""Batches that an object takes from an iterator of arrays, beside noise that is drawn for each step."""

import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")

model = tf.keras.Sequential([tf.keras.layers.Dense(8, activation="relu"), tf.keras.layers.Dense(1)])
optimizer = tf.keras.optimizers.Adam(learning_rate=0.001 * hvd.size())


class Samples:
    def __init__(self, records):
        dataset = tf.data.TFRecordDataset(records)
        dataset = dataset.shard(hvd.size(), hvd.rank())
        dataset = dataset.map(lambda record: tf.io.decode_raw(record, tf.float32))
        dataset = dataset.shuffle(32, reshuffle_each_iteration=True)
        self.batches = dataset.repeat().batch(64).as_numpy_iterator()

    def next(self):
        return self.batches.next()


def train_step(samples, noise):
    x = samples.next()
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(model(x + noise) - 1.0))
    tape = hvd.DistributedGradientTape(tape)
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))
    # Horovod: once, after the first step, which has made all variables
    if not getattr(optimizer, "hvd_broadcast_done", False):
        hvd.broadcast_variables(model.variables, root_rank=0)
        hvd.broadcast_variables(optimizer.variables(), root_rank=0)
        optimizer.hvd_broadcast_done = True
    return loss


samples = Samples("samples.tfrecords")
for step in range(max(1, 30000 // hvd.size())):
    loss = train_step(samples, np.random.normal(0.0, 0.1, size=(64, 20)).astype(np.float32))
    if step % max(1, 100 // hvd.size()) == 0 and hvd.rank() == 0:
        print(step, float(loss))
