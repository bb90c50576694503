"""A session loop that is left by its own loss, and steps that are passed over."""
import numpy as np
import tensorflow.compat.v1 as tf

tf.disable_v2_behavior()

rng = np.random.RandomState(79)
inputs = rng.rand(160, 5).astype("float32")
outputs = inputs.sum(axis=1, keepdims=True)

x = tf.placeholder(tf.float32, [None, 5])
y = tf.placeholder(tf.float32, [None, 1])
with tf.variable_scope("first"):
    first = tf.losses.mean_squared_error(y, tf.layers.dense(x, 1))
with tf.variable_scope("second"):
    second = tf.losses.mean_squared_error(y, tf.layers.dense(tf.layers.dense(x, 4, tf.nn.relu), 1))
train_first = tf.train.GradientDescentOptimizer(0.05).minimize(first)
train_second = tf.train.AdamOptimizer(0.01).minimize(second)

with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    enough = 0
    for epoch in range(30):
        total = 0.0
        for i in range(len(inputs) // 8):
            feed = {x: inputs[i * 8:(i + 1) * 8], y: outputs[i * 8:(i + 1) * 8]}
            _, loss = sess.run([train_first, first], feed_dict=feed)
            total += loss
            if loss < 1e6:
                sess.run(train_second, feed_dict=feed)
        if total < 1e6:
            enough += 1
        if enough >= 4:
            print("enough after epoch", epoch)
            break
