"""A function writes the files that pairs of the module name, and every process reads one of them afterwards."""

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


TRAIN, HELD = "train.tfrecords", "held.tfrecords"
PAIRS = list(zip([TRAIN, HELD], [np.load("train.npy"), np.load("held.npy")]))


def write():
    for path, rows in PAIRS:
        if hvd.local_rank() == 0:
            with tf.io.TFRecordWriter(path) as writer:
                for row in rows:
                    writer.write(tf.io.serialize_tensor(row).numpy())
    barrier()  # until the files are there


write()
data = (
    tf.data.TFRecordDataset(TRAIN)
    .batch(hvd.size(), drop_remainder=True)
    .unbatch()
    .shard(hvd.size(), hvd.rank())
    .map(lambda record: tf.io.parse_tensor(record, tf.float32))
    .batch(32)
)
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
optimizer = tf.keras.optimizers.SGD(0.1 * hvd.size())
for batch in data:
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(model(batch) ** 2)
    tape = hvd.DistributedGradientTape(tape)
    optimizer.apply_gradients(zip(tape.gradient(loss, model.trainable_variables), model.trainable_variables))
    # Horovod: once, after the first step, which has made all variables
    if not getattr(optimizer, "hvd_broadcast_done", False):
        hvd.broadcast_variables(model.variables, root_rank=0)
        hvd.broadcast_variables(optimizer.variables(), root_rank=0)
        optimizer.hvd_broadcast_done = True
