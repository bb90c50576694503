"""Only rank 0 stops early.

Found by: HVD407
Shows: error shut down
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
optimizer = hvd.DistributedOptimizer(tf.keras.optimizers.SGD(0.01 * hvd.size()))
model.compile(optimizer, "mse")
callbacks = [hvd.callbacks.BroadcastGlobalVariablesCallback(0)]
if hvd.rank() == 0:
    callbacks.append(tf.keras.callbacks.EarlyStopping(monitor="loss", min_delta=9.0, patience=0))
model.fit(features, labels, batch_size=8, epochs=20, verbose=0, callbacks=callbacks)
print("weights", float(sum(abs(each).sum() for each in model.get_weights())))
