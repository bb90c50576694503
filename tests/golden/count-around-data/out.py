"""A loop that goes over its data again until it has taken so many steps: the data are divided, and the steps are."""
import argparse

import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")


def train(options):
    data = (
        tf.data.Dataset.from_tensor_slices(np.load("digits.npy"))
        .apply(lambda data: data.shard(hvd.size(), hvd.rank()).take(data.cardinality() // hvd.size()))
        .shuffle(1000)
        .batch(32)
    )
    model = tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(4,))])
    optimizer = tf.keras.optimizers.Adam(0.001 * hvd.size())
    steps = 0
    while steps < max(1, options.steps // hvd.size()):
        for x in data:
            steps += 1
            with tf.GradientTape() as tape:
                loss = tf.reduce_mean(model(x) ** 2)
            tape = hvd.DistributedGradientTape(tape)
            gradients = tape.gradient(loss, model.trainable_variables)
            optimizer.apply_gradients(zip(gradients, model.trainable_variables))
            # Horovod: once, after the first step, which has made all variables
            if not getattr(optimizer, "hvd_broadcast_done", False):
                hvd.broadcast_variables(model.variables, root_rank=0)
                hvd.broadcast_variables(optimizer.variables(), root_rank=0)
                optimizer.hvd_broadcast_done = True
            if steps % max(1, 100 // hvd.size()) == 0 and hvd.rank() == 0:
                model.save_weights("model.h5")
            if steps == 5000 // hvd.size():
                optimizer.learning_rate = 0.0001 * hvd.size()


parser = argparse.ArgumentParser()
parser.add_argument("--steps", type=int, default=10000)
train(parser.parse_args())
