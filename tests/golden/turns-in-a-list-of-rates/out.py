"""Rates that are set at turns which stand in lists, where the data are divided: the turns are told, not the counter."""

import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")

data = (
    tf.data.TFRecordDataset("train.tfrecord")
    .batch(hvd.size(), drop_remainder=True)
    .unbatch()
    .shard(hvd.size(), hvd.rank())
    .shuffle(1000)
    .batch(32, drop_remainder=True)
)
data = data.map(lambda record: (tf.io.decode_raw(record, tf.float32), tf.zeros(32, tf.int32)))
model = tf.keras.Sequential([tf.keras.layers.Dense(10)])
optimizer = tf.keras.optimizers.SGD(0.1 * hvd.size())


def train_step(x, y):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.keras.losses.sparse_categorical_crossentropy(y, model(x), from_logits=True))
    tape = hvd.DistributedGradientTape(tape)
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))
    # Horovod: once, after the first step, which has made all variables
    if not getattr(optimizer, "hvd_broadcast_done", False):
        hvd.broadcast_variables(model.variables, root_rank=0)
        hvd.broadcast_variables(optimizer.variables(), root_rank=0)
        optimizer.hvd_broadcast_done = True
    return loss


milestones = [40000, 60000, 80000]
step = 0
for epoch in range(100):
    for x, y in data:
        loss = train_step(x, y)
        step += 1
        if step in [turn // hvd.size() for turn in milestones]:
            optimizer.learning_rate = 0.01 * hvd.size()
        if step in [turn // hvd.size() for turn in (100, 200)]:
            optimizer.learning_rate = 0.01 * hvd.size()
