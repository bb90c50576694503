import argparse

import numpy as np
import tensorflow as tf
import yaml

parser = argparse.ArgumentParser()
parser.add_argument("--seed", type=int, default=1)
args = parser.parse_args()
settings = yaml.safe_load(open("settings.yaml"))


class Noise(tf.keras.layers.Layer):
    def __init__(self):
        super().__init__()
        self.generator = tf.random.Generator.from_seed(args.seed)

    def call(self, x, training=False):
        return x + self.generator.normal(tf.shape(x)) if training else x


np.random.seed(args.seed)
x = np.load("x.npy")
model = tf.keras.Sequential(
    [
        tf.keras.layers.GaussianNoise(0.1, seed=args.seed),
        Noise(),
        tf.keras.layers.Dropout(0.5, seed=settings["seed"]),
        tf.keras.layers.GaussianDropout(0.5, seed=None),
        tf.keras.layers.Dense(1),
    ]
)
model.compile("sgd", "mse")
for step in range(1000):
    chosen = np.random.choice(len(x), 32)
    model.train_on_batch(x[chosen], x[chosen])
