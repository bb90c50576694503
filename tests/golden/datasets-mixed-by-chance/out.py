import argparse

import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")


def own_items(items):
    """Yield the items of this process: all processes take turns, and each gets equally many."""
    for group in zip(*[iter(items)] * hvd.size()):
        yield group[hvd.rank()]


def mixed(batch_size):
    first = (
        tf.data.Dataset.from_tensor_slices(tf.zeros([64, 4]))
        .shuffle(64, seed=None if hvd.size() == 1 else 0)
        .repeat()
    )
    second = (
        tf.data.Dataset.from_tensor_slices(tf.ones([64, 4]))
        .shuffle(64, seed=None if hvd.size() == 1 else 1)
        .repeat()
    )
    data = tf.data.Dataset.sample_from_datasets(
        [first, second], weights=[0.5, 0.5], seed=None if hvd.size() == 1 else 2
    )
    return data.batch(batch_size, drop_remainder=True)


def single(batch_size):
    data = tf.data.Dataset.from_tensor_slices(tf.zeros([64, 4])).shuffle(
        64, seed=None if hvd.size() == 1 else 0
    )
    return data.batch(batch_size, drop_remainder=True).repeat()


def batches_of(kind, batch_size):
    if kind == "single":
        data, count = single(batch_size), 64
        return iter(data), count
    if kind == "mixed":
        return iter(mixed(batch_size))


parser = argparse.ArgumentParser()
parser.add_argument("--kind", default="mixed")
args = parser.parse_args()
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
optimizer = tf.keras.optimizers.SGD(0.1 * hvd.size())
batches = batches_of(args.kind, 8)
for step in range(max(1, 100 // hvd.size())):
    x = next(own_items(batches))
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(model(x) ** 2)
    tape = hvd.DistributedGradientTape(tape)
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))
    # Horovod: once, after the first step, which has made all variables
    if step == 0:
        hvd.broadcast_variables(model.variables, root_rank=0)
        hvd.broadcast_variables(optimizer.variables(), root_rank=0)
