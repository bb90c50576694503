"""All processes fetch the data at once.

Found by: HVD107
"""

import horovod.tensorflow.keras as hvd
import tensorflow as tf

hvd.init()
gpus = tf.config.list_physical_devices("GPU")
if gpus:
    tf.config.set_visible_devices(gpus[hvd.local_rank()], "GPU")

(features, labels), _ = tf.keras.datasets.boston_housing.load_data()
features, labels = features[hvd.rank() :: hvd.size(), :4], labels[hvd.rank() :: hvd.size()]

model = tf.keras.Sequential([tf.keras.layers.Dense(8, activation="relu", input_shape=(4,)), tf.keras.layers.Dense(1)])
optimizer = hvd.DistributedOptimizer(tf.keras.optimizers.SGD(0.01 * hvd.size()))
model.compile(optimizer, "mse")
callbacks = [hvd.callbacks.BroadcastGlobalVariablesCallback(0)]
model.fit(features, labels, batch_size=8, epochs=2, verbose=0, callbacks=callbacks)
print("weights", float(sum(abs(each).sum() for each in model.get_weights())))
