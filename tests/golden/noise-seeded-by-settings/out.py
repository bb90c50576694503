import argparse

import numpy as np
import tensorflow as tf
import yaml
import horovod.tensorflow.keras as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")

parser = argparse.ArgumentParser()
parser.add_argument("--seed", type=int, default=1)
args = parser.parse_args()
settings = yaml.safe_load(open("settings.yaml"))


class Noise(tf.keras.layers.Layer):
    def __init__(self):
        super().__init__()
        self.generator = tf.random.Generator.from_seed(args.seed + hvd.rank())

    def call(self, x, training=False):
        return x + self.generator.normal(tf.shape(x)) if training else x


np.random.seed(args.seed)
x = np.load("x.npy")
model = tf.keras.Sequential(
    [
        tf.keras.layers.GaussianNoise(0.1, seed=args.seed + hvd.rank()),
        Noise(),
        tf.keras.layers.Dropout(
            0.5,
            seed=(
                None
                if settings["seed"] is None
                else settings["seed"] + hvd.rank()
            ),
        ),
        tf.keras.layers.GaussianDropout(0.5, seed=None),
        tf.keras.layers.Dense(1),
    ]
)
model.compile(
    hvd.DistributedOptimizer(tf.keras.optimizers.SGD(0.01 * hvd.size())), "mse"
)
if hvd.size() > 1:
    np.random.seed(args.seed + hvd.rank())
for step in range(max(1, 1000 // hvd.size())):
    chosen = np.random.choice(len(x), 32)
    model.train_on_batch(x[chosen], x[chosen])
    # Horovod: once, after the first step, which has made all variables
    if not getattr(model, "hvd_broadcast_done", False):
        broadcast = hvd.callbacks.BroadcastGlobalVariablesCallback(0)
        broadcast.set_model(model)
        broadcast.on_batch_end(0)
        model.hvd_broadcast_done = True
