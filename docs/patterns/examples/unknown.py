"""Train with an update of our own, without an optimizer."""

import tensorflow as tf

w = tf.Variable([1.0, 2.0])
for step in range(100):
    with tf.GradientTape() as tape:
        loss = tf.reduce_sum(w * w)
    w.assign_sub(0.1 * tape.gradient(loss, w))
print(w.numpy())
