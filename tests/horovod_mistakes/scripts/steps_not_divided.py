"""The steps of an epoch are those of one process.

Found by: HVD106
Shows: steps 16
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

model = tf.keras.Sequential([tf.keras.layers.Dense(8, activation="relu", input_shape=(4,)), tf.keras.layers.Dense(1)])
optimizer = hvd.DistributedOptimizer(tf.keras.optimizers.SGD(0.01 * hvd.size()))
model.compile(optimizer, "mse")
data = tf.data.Dataset.from_tensor_slices((features, labels)).shuffle(64).repeat().batch(8)
callbacks = [hvd.callbacks.BroadcastGlobalVariablesCallback(0)]
model.fit(data, steps_per_epoch=8, epochs=2, verbose=0, callbacks=callbacks)
print("steps", int(optimizer.iterations))
