"""An object counts the steps for its messages, and begins anew by a remainder when all are done."""

import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")


class Meter:
    def __init__(self, total):
        self.total, self.completed = total, 0

    def update(self, loss):
        self.completed += hvd.size()
        if self.completed > self.total:
            self.completed = self.completed % self.total
        if hvd.rank() == 0:
            print("%d of %d: %.3f" % (self.completed, self.total, loss))


data = (
    tf.data.TFRecordDataset("train.tfrecord")
    .batch(hvd.size(), drop_remainder=True)
    .unbatch()
    .shard(hvd.size(), hvd.rank())
    .map(lambda each: tf.io.decode_raw(each, tf.float32))
)
data = data.shuffle(10000).repeat().batch(32)
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
optimizer = tf.keras.optimizers.Adam(0.01 * hvd.size())
meter = Meter(1000)
for x in data.take(max(1, 5000 // hvd.size())):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(model(x) ** 2)
    tape = hvd.DistributedGradientTape(tape)
    optimizer.apply_gradients(zip(tape.gradient(loss, model.trainable_variables), model.trainable_variables))
    # Horovod: once, after the first step, which has made all variables
    if not getattr(optimizer, "hvd_broadcast_done", False):
        hvd.broadcast_variables(model.variables, root_rank=0)
        hvd.broadcast_variables(optimizer.variables(), root_rank=0)
        optimizer.hvd_broadcast_done = True
    meter.update(float(loss))
