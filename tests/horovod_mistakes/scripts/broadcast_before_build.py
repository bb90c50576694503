"""Variables are broadcast before the model has any.

Found by: HVD405
Shows: unequal weights
"""

import horovod.tensorflow as hvd
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


model = Net()
hvd.broadcast_variables(model.variables, root_rank=0)

optimizer = tf.keras.optimizers.SGD(0.01 * hvd.size())
for epoch in range(2):
    for start in range(0, len(features), 8):
        with tf.GradientTape() as tape:
            error = tf.reduce_mean((model(features[start : start + 8]) - labels[start : start + 8]) ** 2)
        tape = hvd.DistributedGradientTape(tape)
        gradients = tape.gradient(error, model.trainable_variables)
        optimizer.apply_gradients(zip(gradients, model.trainable_variables))
print("weights", float(sum(abs(each).sum() for each in model.get_weights())))
