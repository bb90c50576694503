"""As many batches as an option says, and all of them by default."""
import argparse

import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")

parser = argparse.ArgumentParser()
parser.add_argument("-n", "--num-batches", default=-1, type=int, help="how many batches of an epoch; -1 for all")
parser.add_argument("--epochs", default=3, type=int)
args = parser.parse_args()


def batches(count):
    data = (
        tf.data.TFRecordDataset("train.tfrecord")
        .batch(hvd.size(), drop_remainder=True)
        .unbatch()
        .shard(hvd.size(), hvd.rank())
        .map(lambda x: tf.io.parse_tensor(x, tf.float32))
    )
    return data.batch(32).take(count if count < 0 else max(1, count // hvd.size()))


model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
optimizer = tf.keras.optimizers.SGD(0.1 * hvd.size())
for epoch in range(args.epochs):
    for x in batches(args.num_batches):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(model(x) ** 2)
        tape = hvd.DistributedGradientTape(tape)
        optimizer.apply_gradients(zip(tape.gradient(loss, model.trainable_variables), model.trainable_variables))
        # Horovod: once, after the first step, which has made all variables
        if not getattr(optimizer, "hvd_broadcast_done", False):
            hvd.broadcast_variables(model.variables, root_rank=0)
            hvd.broadcast_variables(optimizer.variables(), root_rank=0)
            optimizer.hvd_broadcast_done = True
