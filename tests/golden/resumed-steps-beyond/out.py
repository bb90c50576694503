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

parser = argparse.ArgumentParser()
parser.add_argument("--steps", type=int, default=1000, help="how many steps to train in this run")
parser.add_argument("--tuning-steps", type=int, default=100)
parser.add_argument("--weights", help="weights to go on with: their name is the number of the last step")
args = parser.parse_args()

inputs, targets = np.load("inputs.npy"), np.load("targets.npy")
data = iter(
    tf.data.Dataset.from_tensor_slices((inputs, targets))
    .apply(lambda data: data.shard(hvd.size(), hvd.rank()).take(data.cardinality() // hvd.size()))
    .shuffle(1000)
    .repeat()
    .batch(32)
)
model = tf.keras.Sequential([tf.keras.Input((4,)), tf.keras.layers.Dense(1)])
optimizer = tf.keras.optimizers.Adam(0.001 * hvd.size())


def take_step():
    x, y = next(data)
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean((model(x) - y) ** 2)
    tape = hvd.DistributedGradientTape(tape)
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))
    # Horovod: once, after the first step, which has made all variables
    if not getattr(optimizer, "hvd_broadcast_done", False):
        hvd.broadcast_variables(model.variables, root_rank=0)
        hvd.broadcast_variables(optimizer.variables(), root_rank=0)
        optimizer.hvd_broadcast_done = True


def train(steps, start):
    for step in range(start, max(1, steps // hvd.size()) + start + 1):
        take_step()


def tune(steps, start):
    end = start + steps
    for step in range(start, start + max(1, (end - start) // hvd.size())):
        take_step()


if args.weights:
    model.load_weights(args.weights)
start = int(args.weights) if args.weights else 1
train(args.steps, start)
tune(args.tuning_steps, start + args.steps)
