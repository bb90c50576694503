"""The rate of an optimizer of TensorFlow 1 is in an attribute of its own, and is set from the one before, and to a number."""

import tensorflow as tf
tf.compat.v1.enable_eager_execution()
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
optimizer = tf.compat.v1.train.AdamOptimizer(0.1)
data = tf.data.Dataset.from_tensor_slices(tf.ones([64, 4])).batch(8)
for epoch in range(10):
    for x in data:
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(model(x))
        optimizer.apply_gradients(zip(tape.gradient(loss, model.trainable_variables), model.trainable_variables))
    if epoch == 5:
        optimizer._lr = max(0.5 * optimizer._lr, 0.01)
    if epoch == 8:
        optimizer._lr = 0.001
