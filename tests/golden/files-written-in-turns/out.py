"""Records that an object writes, one file in each turn of a loop that counts them, and that every process reads then."""

import os

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


class Writer:
    def __init__(self, path):
        self.path = path
        self._writer = tf.io.TFRecordWriter(path if hvd.local_rank() == 0 else os.devnull)

    def add(self, line):
        self._writer.write(line)

    def close(self):
        self._writer.close()


train, valid = "train.tfrecords", "valid.tfrecords"
records, texts = [train, valid], ["train.txt", "valid.txt"]
for number, path in enumerate(records):
    writer = Writer(os.path.join(path))
    for line in open(texts[number], "rb"):
        writer.add(line)
    writer.close()

barrier()  # until rank 0 has written the files
data = (
    tf.data.TFRecordDataset(train)
    .batch(hvd.size(), drop_remainder=True)
    .unbatch()
    .shard(hvd.size(), hvd.rank())
    .map(tf.io.parse_tensor)
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
