"""Records are written file by file under a bar, and read by every process after that."""

import numpy as np
import tensorflow as tf
from tqdm import tqdm
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


train, valid = "train.tfrecords", "valid.tfrecords"
samples = [np.load("train.npy"), np.load("valid.npy")]
bar = tqdm(zip([train, valid], samples), total=2, disable=hvd.rank() != 0)
for path, rows in bar:
    if hvd.local_rank() == 0:
        with tf.io.TFRecordWriter(path) as writer:
            for row in rows:
                writer.write(tf.io.serialize_tensor(row).numpy())
barrier()  # until the files are there

data = (
    tf.data.TFRecordDataset(train)
    .batch(hvd.size(), drop_remainder=True)
    .unbatch()
    .shard(hvd.size(), hvd.rank())
    .map(lambda record: tf.io.parse_tensor(record, tf.float32))
    .batch(24)
)
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
optimizer = tf.keras.optimizers.SGD(0.1 * hvd.size())
for x in data:
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(model(x) ** 2)
    tape = hvd.DistributedGradientTape(tape)
    optimizer.apply_gradients(zip(tape.gradient(loss, model.trainable_variables), model.trainable_variables))
    # Horovod: once, after the first step, which has made all variables
    if not getattr(optimizer, "hvd_broadcast_done", False):
        hvd.broadcast_variables(model.variables, root_rank=0)
        hvd.broadcast_variables(optimizer.variables(), root_rank=0)
        optimizer.hvd_broadcast_done = True
