"""Every process walks over all batches of a data set.

Found by: HVD106
Shows: steps 16
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

model = tf.keras.Sequential([tf.keras.layers.Dense(8, activation="relu", input_shape=(4,)), tf.keras.layers.Dense(1)])

optimizer = tf.keras.optimizers.SGD(0.01 * hvd.size())
for epoch in range(2):
    for start in range(0, 64, 8):
        with tf.GradientTape() as tape:
            error = tf.reduce_mean((model(features[start : start + 8]) - labels[start : start + 8]) ** 2)
        tape = hvd.DistributedGradientTape(tape)
        gradients = tape.gradient(error, model.trainable_variables)
        optimizer.apply_gradients(zip(gradients, model.trainable_variables))
        if epoch == 0 and start == 0:
            hvd.broadcast_variables(model.variables, root_rank=0)
            hvd.broadcast_variables(optimizer.variables, root_rank=0)
print("steps", optimizer.iterations.numpy())
