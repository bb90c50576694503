"""Words without a vector get one by chance, in an object that makes arrays of texts later."""

import json
import numpy as np
from tensorflow import keras
import horovod.tensorflow.keras as hvd
import tensorflow as tf

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")


class Processor:
    def __init__(self, path):
        self.vectors = self.load(path)

    def load(self, path):
        vectors = json.load(open(path))
        vectors["<eos>"] = np.random.uniform(0.0, 1.0, 50)
        return vectors

    def arrays(self, texts):
        return np.array([[self.vectors[word] for word in text] for text in texts])


if hvd.size() > 1:
    np.random.seed(0)  # the same data in all processes
processor = Processor("vectors.json")
x, y = processor.arrays(json.load(open("texts.json"))), np.load("y.npy")
model = keras.Sequential([keras.layers.Flatten(), keras.layers.Dense(1)])
model.compile(hvd.DistributedOptimizer(keras.optimizers.Adam(0.001 * hvd.size())), "mse")
shard = slice(hvd.rank(), len(x) // hvd.size() * hvd.size(), hvd.size())
model.fit(
    x[shard],
    y[shard],
    epochs=5,
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
    verbose=1 if hvd.rank() == 0 else 0,
)
