"""A seed orders the lines of a list alike, and is taken back behind that: what a library draws is other in each process."""

import numpy as np
import tensorflow as tf
from readers import Pictures
import horovod.tensorflow.keras as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")

lines = open("train.txt").readlines()
np.random.seed(10101)
np.random.shuffle(lines)
np.random.seed(None)
count = int(len(lines) * 0.9)

model = tf.keras.Sequential([tf.keras.layers.Flatten(), tf.keras.layers.Dense(10, "softmax")])
model.compile(hvd.DistributedOptimizer(tf.keras.optimizers.Adam(0.001 * hvd.size())), "categorical_crossentropy")
model.fit(
    Pictures(lines[:count], 32).batches(),
    steps_per_epoch=max(1, count // 32 // hvd.size()),
    epochs=10,
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
    verbose=1 if hvd.rank() == 0 else 0,
)
