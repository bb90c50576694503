"""What functions give together is kept whole, and taken apart by places: the step that ends the loop, and a file that is read."""

import os

import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")


def barrier():
    """Wait until every process has come here."""
    hvd.broadcast(0, root_rank=0, name="barrier")


def split(path):
    os.makedirs("parts", exist_ok=True)
    rows = np.loadtxt(path)
    train_path, sizes_path = "parts/train.npy", "parts/sizes.npy"
    if hvd.local_rank() == 0:
        np.save(train_path, rows)
        np.save(sizes_path, rows.shape)
    barrier()  # until the files are there
    return train_path, sizes_path


both = split("ratings.csv")
samples = np.load(both[0])
data = (
    tf.data.Dataset.from_tensor_slices(samples)
    .apply(lambda data: data.shard(hvd.size(), hvd.rank()).take(data.cardinality() // hvd.size()))
    .repeat()
    .shuffle(3200)
    .batch(32)
)
model = tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(int(np.load(both[1])[1]),))])
optimizer = tf.keras.optimizers.SGD(0.01 * hvd.size())


@tf.function
def train_step(x):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(model(x) ** 2)
    tape = hvd.DistributedGradientTape(tape)
    optimizer.apply_gradients(zip(tape.gradient(loss, model.trainable_variables), model.trainable_variables))
    return loss, optimizer.iterations


for x in data:
    results = train_step(x)
    # Horovod: once, after the first step, which has made all variables
    if not getattr(optimizer, "hvd_broadcast_done", False):
        hvd.broadcast_variables(model.variables, root_rank=0)
        hvd.broadcast_variables(optimizer.variables(), root_rank=0)
        optimizer.hvd_broadcast_done = True
    if results[1] % max(1, 100 // hvd.size()) == 0 and hvd.rank() == 0:
        print(results[1], results[0].numpy())
    step = results[1]
    if hvd.broadcast(bool(step == max(1, 1000 // hvd.size())), root_rank=0):
        break
