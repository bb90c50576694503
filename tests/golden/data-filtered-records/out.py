"""Records that are parsed and filtered before they are shuffled, so that their number is not known."""

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


def parse(record):
    features = tf.io.parse_single_example(record, {"x": tf.io.FixedLenFeature([2], tf.float32)})
    return features["x"]


dataset = tf.data.TFRecordDataset(["train-0.tfrecord", "train-1.tfrecord", "train-2.tfrecord"])
dataset = dataset.map(parse)
dataset = dataset.filter(lambda x: x[0] < 34.0)  # 33 records
dataset = equal_share(dataset)
dataset = dataset.shuffle(100, seed=7)
dataset = dataset.batch(4, drop_remainder=True)

model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
optimizer = tf.keras.optimizers.SGD(0.0001 * hvd.size())


def train_step(x):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(model(x, training=True) - x[:, :1]))
    tape = hvd.DistributedGradientTape(tape)
    variables = model.trainable_variables
    optimizer.apply_gradients(zip(tape.gradient(loss, variables), variables))
    # Horovod: once, after the first step, which has made all variables
    if not getattr(optimizer, "hvd_broadcast_done", False):
        hvd.broadcast_variables(model.variables, root_rank=0)
        hvd.broadcast_variables(optimizer.variables(), root_rank=0)
        optimizer.hvd_broadcast_done = True


for epoch in range(2):
    for x in dataset:
        train_step(x)
