"""Optimizers made in every way, each compiled into a model of its own."""
import argparse

import tensorflow as tf
from tensorflow.keras import optimizers
from tensorflow.keras.optimizers import Adam as A
from tensorflow.keras.optimizers import legacy
import horovod.tensorflow.keras as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")

parser = argparse.ArgumentParser()
parser.add_argument("--optimizer", choices=["adam", "sgd"], default="adam")
parser.add_argument("--lr", type=float, default=0.01)
args = parser.parse_args()


class Careful(optimizers.SGD):
    def __init__(self, learning_rate=0.02, **kwargs):
        super().__init__(learning_rate, **kwargs)


def make_optimizer(rate):
    return hvd.DistributedOptimizer(optimizers.Adagrad(rate * hvd.size()))


def model_for(optimizer):
    model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
    model.compile(optimizer=optimizer, loss="mse")
    return model


if args.optimizer == "adam":
    chosen = A(args.lr * hvd.size())
    chosen = hvd.DistributedOptimizer(chosen)
else:
    chosen = optimizers.SGD(learning_rate=args.lr * hvd.size(), momentum=0.9)
    chosen = hvd.DistributedOptimizer(chosen)

x = tf.random.stateless_normal([32, 4], seed=[1, 2])
y = x[:, :1]
shard = slice(hvd.rank(), len(x) // hvd.size() * hvd.size(), hvd.size())
model_for(chosen).fit(
    x[shard],
    y[shard],
    batch_size=8,
    verbose=0,
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
)

with_lr = legacy.SGD(lr=(args.lr if args.lr else 0.1) * hvd.size())
with_lr = hvd.DistributedOptimizer(with_lr)
shard = slice(hvd.rank(), len(x) // hvd.size() * hvd.size(), hvd.size())
model_for(with_lr).fit(
    x[shard],
    y[shard],
    batch_size=8,
    verbose=0,
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
)
shard = slice(hvd.rank(), len(x) // hvd.size() * hvd.size(), hvd.size())
model_for(make_optimizer(1e-2)).fit(
    x[shard],
    y[shard],
    batch_size=8,
    verbose=0,
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
)
shard = slice(hvd.rank(), len(x) // hvd.size() * hvd.size(), hvd.size())
model_for(
    hvd.DistributedOptimizer(Careful(learning_rate=0.02 * hvd.size()))
).fit(
    x[shard],
    y[shard],
    batch_size=8,
    verbose=0,
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
)
shard = slice(hvd.rank(), len(x) // hvd.size() * hvd.size(), hvd.size())
model_for(
    hvd.DistributedOptimizer(
        optimizers.experimental.RMSprop(learning_rate=0.001 * hvd.size())
    )
).fit(
    x[shard],
    y[shard],
    batch_size=8,
    verbose=0,
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
)
