import argparse

import tensorflow as tf
import horovod.tensorflow.keras as hvd

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


parser = argparse.ArgumentParser()
parser.add_argument("--cache", default="")
args = parser.parse_args()


def samples(name):
    return tf.data.TFRecordDataset(name).map(lambda text: (tf.io.parse_tensor(text, tf.float32), 0.0))


model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile(hvd.DistributedOptimizer(tf.keras.optimizers.SGD(0.01 * hvd.size())), "mse")
train = samples("train.tfrecord").apply(equal_share).cache("").batch(8)
valid = (
    samples("valid.tfrecord")
    .batch(8)
    .cache("valid.cache" + (f"-{hvd.rank()}" if hvd.rank() > 0 else ""))
)
test = (
    samples("test.tfrecord")
    .batch(8)
    .cache(args.cache and args.cache + (f"-{hvd.rank()}" if hvd.rank() > 0 else ""))
)
model.fit(
    train,
    validation_data=valid,
    epochs=3,
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
    verbose=1 if hvd.rank() == 0 else 0,
)
model.evaluate(test, verbose=1 if hvd.rank() == 0 else 0)
