"""The model's class and the function that makes it are in a longer module."""

import tensorflow as tf

from nets import small

data = tf.data.Dataset.range(64).map(lambda x: (tf.fill([2], tf.cast(x, tf.float32)), tf.ones([1]))).batch(8)
model = small()
optimizer = tf.keras.optimizers.SGD(0.001)
for x, y in data:
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean((model(x) - y) ** 2)
    optimizer.apply_gradients(zip(tape.gradient(loss, model.variables), model.variables))
