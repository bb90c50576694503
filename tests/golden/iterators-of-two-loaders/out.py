"""Datasets for training and validation of two objects of one class, each read by an iterator."""

import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")


def equal_share(data):
    """Give this process its elements of a dataset: as many as each of the others has."""
    if hvd.size() > 1:
        groups = tf.data.Dataset.zip((data,)).window(hvd.size(), drop_remainder=True)
        data = groups.flat_map(tf.data.Dataset.zip).shard(hvd.size(), hvd.rank())
    return data


def in_one_order(elements):
    """List elements that have no order of their own: sorted, so that all processes have the same."""
    return (list if hvd.size() == 1 else sorted)(elements)


class Loader:
    def __init__(self, pattern, batch_size, training):
        self.files = in_one_order(tf.io.gfile.glob(pattern))
        self.batch_size = batch_size
        self.training = training

    def parse(self, record):
        parsed = tf.io.parse_single_example(
            record, {"x": tf.io.FixedLenFeature([20], tf.float32), "y": tf.io.FixedLenFeature([], tf.int64)}
        )
        return parsed["x"], parsed["y"]

    def get_dataset(self):
        data = tf.data.TFRecordDataset(self.files).map(self.parse)
        if self.training:
            data = data.shuffle(1000, seed=None if hvd.size() == 1 else 0).repeat()
        return data.batch(self.batch_size)


train = Loader("train-*", 32, True).get_dataset()
valid = Loader("valid-*", 32, False).get_dataset()
model = tf.keras.Sequential([tf.keras.layers.Dense(10)])
optimizer = tf.keras.optimizers.Adam(1e-3 * hvd.size())
loss_fn = tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True)
iterator = iter(train.apply(equal_share))
held = iter(valid)
for step in range(max(1, 10000 // hvd.size())):
    x, y = next(iterator)
    with tf.GradientTape() as tape:
        loss = loss_fn(y, model(x))
    tape = hvd.DistributedGradientTape(tape)
    optimizer.apply_gradients(zip(tape.gradient(loss, model.trainable_variables), model.trainable_variables))
    # Horovod: once, after the first step, which has made all variables
    if step == 0:
        hvd.broadcast_variables(model.variables, root_rank=0)
        hvd.broadcast_variables(optimizer.variables(), root_rank=0)
    if step % max(1, 100 // hvd.size()) == 0:
        vx, vy = next(held)
        if hvd.rank() == 0:
            print(step, float(loss), float(loss_fn(vy, model(vx))))
