"""A model is fitted to one batch after another, of a dataset and of an iterator of Keras."""

import numpy as np
import tensorflow as tf
from tensorflow.keras.preprocessing.image import ImageDataGenerator
import horovod.tensorflow.keras as hvd
import math

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")

x, y = np.load("x.npy"), np.load("y.npy")
dataset = (
    tf.data.Dataset.from_tensor_slices((x, y))
    .apply(lambda data: data.shard(hvd.size(), hvd.rank()).take(data.cardinality() // hvd.size()))
    .shuffle(1000)
    .batch(64)
)
augmented = ImageDataGenerator(rotation_range=15)
model = tf.keras.Sequential([tf.keras.layers.Flatten(), tf.keras.layers.Dense(10)])
model.compile(
    hvd.DistributedOptimizer(tf.keras.optimizers.SGD(0.1 * hvd.size())),
    tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True),
)

for epoch in range(20):
    for images, labels in dataset:
        model.fit(images, labels, verbose=0, callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)])
    if hvd.rank() == 0:
        print(epoch, model.evaluate(x, y))

for epoch in range(20):
    batches = 0
    shard = slice(hvd.rank(), len(x) // hvd.size() * hvd.size(), hvd.size())
    for images, labels in augmented.flow(x[shard], y[shard], batch_size=32):
        model.fit(images, labels, verbose=0, callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)])
        batches += 1
        if batches >= max(1, math.ceil(len(x) / 32) // hvd.size()):
            break
if hvd.rank() == 0:
    model.save("model.h5")
