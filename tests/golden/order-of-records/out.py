"""Samples that are gathered in lists while a shuffled dataset is run over: its order is that of the lists."""
import tensorflow as tf
import horovod.tensorflow.keras as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")


def read(path):
    images, labels = [], []
    for record in tf.data.TFRecordDataset(path).shuffle(1000, seed=None if hvd.size() == 1 else 0):
        values = tf.io.decode_raw(record, tf.uint8)
        images.append(tf.cast(values[1:], tf.float32))
        labels.append(values[0])
    return images, labels


images, labels = read("digits.tfrecords")
digits = (
    tf.data.Dataset.from_tensor_slices((images, labels))
    .apply(lambda data: data.shard(hvd.size(), hvd.rank()).take(data.cardinality() // hvd.size()))
    .shuffle(5000)
    .batch(32)
)
model = tf.keras.Sequential([tf.keras.layers.Dense(10, input_shape=(64,))])
model.compile(
    hvd.DistributedOptimizer(tf.keras.optimizers.Adam(0.001 * hvd.size())),
    tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True),
)
model.fit(
    digits,
    epochs=3,
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
    verbose=1 if hvd.rank() == 0 else 0,
)
