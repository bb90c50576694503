"""Two datasets from one function, of which only the one for training is shuffled."""

import tensorflow as tf
import horovod.tensorflow.keras as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")


def parse(record):
    features = tf.io.parse_single_example(record, {"x": tf.io.FixedLenFeature([2], tf.float32)})
    return features["x"], features["x"][:1]


def make_dataset(pattern, batch_size=4, is_training=False):
    files = tf.data.Dataset.list_files(pattern, shuffle=False)
    dataset = files.interleave(tf.data.TFRecordDataset, cycle_length=2)
    if is_training:
        dataset = dataset.shard(hvd.size(), hvd.rank()).shuffle(64).repeat()
    return dataset.map(parse).batch(batch_size).prefetch(tf.data.AUTOTUNE)


train = make_dataset("train-*.tfrecord", is_training=True)
valid = make_dataset("train-*.tfrecord", batch_size=8)

model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile(
    optimizer=hvd.DistributedOptimizer(tf.keras.optimizers.SGD(0.0001 * hvd.size())), loss="mse"
)
model.fit(
    train,
    steps_per_epoch=max(1, 10 // hvd.size()),
    epochs=2,
    validation_data=valid,
    verbose=2 if hvd.rank() == 0 else 0,
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
)
