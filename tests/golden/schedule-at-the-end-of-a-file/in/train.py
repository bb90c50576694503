"""A training whose rate is in a module that no line end ends."""

import tensorflow as tf
from sch import WarmUp

model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
opt = tf.keras.optimizers.Adam(WarmUp(128))
data = tf.data.Dataset.from_tensor_slices(([[1.0]] * 64, [[1.0]] * 64)).batch(8)
for x, y in data:
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean((model(x) - y) ** 2)
    grads = tape.gradient(loss, model.trainable_variables)
    opt.apply_gradients(zip(grads, model.trainable_variables))
