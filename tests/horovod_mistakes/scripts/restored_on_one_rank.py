"""Rank 0 restores, and nobody broadcasts.

Found by: HVD406
Shows: unequal weights
"""

import horovod.tensorflow.keras as hvd
import numpy as np
import tensorflow as tf

hvd.init()
gpus = tf.config.list_physical_devices("GPU")
if gpus:
    tf.config.set_visible_devices(gpus[hvd.local_rank()], "GPU")

features = np.random.RandomState(0).rand(64, 4).astype("float32")
labels = features.sum(axis=1, keepdims=True)
features, labels = features[hvd.rank() :: hvd.size()], labels[hvd.rank() :: hvd.size()]

model = tf.keras.Sequential([tf.keras.layers.Dense(8, activation="relu", input_shape=(4,)), tf.keras.layers.Dense(1)])
if hvd.rank() == 0:
    model.save_weights("restored.h5")
    model.load_weights("restored.h5")
optimizer = hvd.DistributedOptimizer(tf.keras.optimizers.SGD(0.01 * hvd.size()))
model.compile(optimizer, "mse")
model.fit(features, labels, batch_size=8, epochs=2, verbose=0)
print("weights", float(sum(abs(each).sum() for each in model.get_weights())))
