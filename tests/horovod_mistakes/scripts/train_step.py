"""A model's own train_step applies plain gradients.

Found by: HVD104
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


class Net(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.dense = tf.keras.layers.Dense(1)

    def call(self, x):
        return self.dense(x)

    def train_step(self, data):
        x, y = data
        with tf.GradientTape() as tape:
            error = tf.reduce_mean((self(x) - y) ** 2)
        gradients = tape.gradient(error, self.trainable_variables)
        self.optimizer.apply_gradients(zip(gradients, self.trainable_variables))
        return {"loss": error}


model = Net()
optimizer = hvd.DistributedOptimizer(tf.keras.optimizers.SGD(0.01 * hvd.size()))
model.compile(optimizer, "mse")
callbacks = [hvd.callbacks.BroadcastGlobalVariablesCallback(0)]
model.fit(features, labels, batch_size=8, epochs=2, verbose=0, callbacks=callbacks)
print("weights", float(sum(abs(each).sum() for each in model.get_weights())))
