"""One dataset, shuffled with a seed and split into training and validation data."""

import tensorflow as tf
import horovod.tensorflow.keras as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")

numbers = tf.data.Dataset.range(50).map(lambda i: (tf.cast([i], tf.float32), tf.cast([i], tf.float32) / 50))
numbers = numbers.shuffle(50, seed=3, reshuffle_each_iteration=False)
train = (
    numbers.skip(11)
    .apply(lambda data: data.shard(hvd.size(), hvd.rank()).take(data.cardinality() // hvd.size()))
    .batch(5)
)
valid = numbers.take(11).batch(5)

model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile(hvd.DistributedOptimizer(tf.keras.optimizers.SGD(0.01 * hvd.size())), "mae")
model.fit(
    train,
    validation_data=valid,
    epochs=2,
    verbose=0,
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
)
model.evaluate(valid, verbose=0)
