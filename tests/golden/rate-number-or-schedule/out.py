import argparse
import numpy as np
import tensorflow as tf
import horovod.tensorflow.keras as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")
parser = argparse.ArgumentParser()
parser.add_argument("--decay", action="store_true")
parser.add_argument("--lr", type=float, default=0.1)
parser.add_argument("--optimizer", default="adam")
args = parser.parse_args()
if args.decay:
    lr = tf.keras.optimizers.schedules.ExponentialDecay(
        args.lr * hvd.size(), 1000 / hvd.size(), 0.9
    )
else:
    lr = args.lr * hvd.size()
if args.optimizer == "adam":
    optimizer = tf.keras.optimizers.Adam(learning_rate=lr)
    optimizer = hvd.DistributedOptimizer(optimizer)
else:
    optimizer = tf.keras.optimizers.SGD(learning_rate=lr, momentum=0.9)
    optimizer = hvd.DistributedOptimizer(optimizer)
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile(optimizer, "mse")
# Horovod: this process's samples; the last that not all can have are left out
shard = slice(hvd.rank(), hvd.rank() - hvd.size() + 1 or None, hvd.size())
model.fit(
    np.load("x.npy")[shard],
    np.load("y.npy")[shard],
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
    verbose=1 if hvd.rank() == 0 else 0,
)
