"""A step that is put under `tf.function` in the loop that calls it, and so traced in each turn."""

import tensorflow as tf

layers = [tf.Variable(tf.ones([32, 32]) / 32.0) for _ in range(8)]


def forward(x):
    for layer in layers:
        x = tf.tanh(tf.matmul(x, layer))
    return tf.reduce_sum(x)


total = 0.0
for batch in [tf.ones([16, 32])] * 40:
    step = tf.function(forward)
    total += float(step(batch))
print(total)
