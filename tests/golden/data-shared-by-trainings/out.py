"""Data that several trainings read, each in its own way: they are divided once on the way to each of them."""

import tensorflow as tf
import horovod.tensorflow.keras as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")

tf.random.set_seed(1)
images = tf.data.Dataset.from_tensor_slices((tf.random.normal([64, 4]), tf.random.normal([64, 1])))
images = images.shard(hvd.size(), hvd.rank()).take(images.cardinality() // hvd.size())
batches = images.cache().shuffle(64).batch(8).repeat().prefetch(2)
for x, y in batches.take(1):
    sample = x[0]

model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile(hvd.DistributedOptimizer(tf.keras.optimizers.Adam(0.001 * hvd.size())), "mse")
model.predict(sample[tf.newaxis, ...], verbose=1 if hvd.rank() == 0 else 0)
model.fit(
    batches,
    epochs=2,
    steps_per_epoch=max(1, 8 // hvd.size()),
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
    verbose=1 if hvd.rank() == 0 else 0,
)

weighted = tf.keras.Sequential([tf.keras.layers.Dense(1)])
weighted.compile(hvd.DistributedOptimizer(tf.keras.optimizers.Adam(0.001 * hvd.size())), "mse")
weighted.fit(
    batches.map(lambda x, y: (x, y, tf.abs(y))),
    steps_per_epoch=max(1, 10 // hvd.size()),
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
    verbose=1 if hvd.rank() == 0 else 0,
)

# a layer learns from all of the data, so they are divided behind it, for each training
values = tf.data.Dataset.from_tensor_slices(tf.random.normal([32, 4]))
scale = tf.keras.layers.Normalization()
scale.adapt(values)
coder = tf.keras.Sequential([tf.keras.layers.Dense(4)])
coder.compile(hvd.DistributedOptimizer(tf.keras.optimizers.Adam(0.001 * hvd.size())), "mse")
coder.fit(
    values.shard(hvd.size(), hvd.rank())
    .take(values.cardinality() // hvd.size())
    .map(lambda x: (scale(x), x))
    .batch(4),
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
    verbose=1 if hvd.rank() == 0 else 0,
)
coder.fit(
    values.shard(hvd.size(), hvd.rank())
    .take(values.cardinality() // hvd.size())
    .map(lambda x: (x, x))
    .batch(4),
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
    verbose=1 if hvd.rank() == 0 else 0,
)
