"""Objects of libraries that are not read: what they are given that may count steps is asked about, and nothing else."""

import tensorflow as tf
from cyclic import CyclicRate, Snapshots, TimeLimit
import horovod.tensorflow.keras as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")


def barrier():
    """Wait until every process has come here."""
    hvd.broadcast(0, root_rank=0, name="barrier")


EPOCHS = 5
if hvd.local_rank() != 0:
    barrier()  # until the first process of this host is done
(x, y), _ = tf.keras.datasets.mnist.load_data()
if hvd.local_rank() == 0:
    barrier()  # the others may go on
ds = (
    tf.data.Dataset.from_tensor_slices((x / 255.0, y))
    .apply(lambda data: data.shard(hvd.size(), hvd.rank()).take(data.cardinality() // hvd.size()))
    .shuffle(1000)
    .batch(64)
    .repeat()
)
model = tf.keras.Sequential([tf.keras.layers.Flatten(), tf.keras.layers.Dense(10)])
model.compile(
    hvd.DistributedOptimizer(tf.keras.optimizers.SGD(1e-3 * hvd.size())),
    tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True),
)
steps = len(x) // 64
callbacks = [
    hvd.callbacks.BroadcastGlobalVariablesCallback(0),
    CyclicRate(step_size=4 * steps),
    Snapshots("snapshots", save_steps=None, epochs=1),
    TimeLimit(hours=2.0, total_steps=EPOCHS * steps),
]
model.fit(
    ds,
    steps_per_epoch=max(1, steps // hvd.size()),
    epochs=EPOCHS,
    callbacks=callbacks,
    verbose=1 if hvd.rank() == 0 else 0,
)
