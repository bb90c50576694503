"""A session loop that makes an operation in each turn."""

import tensorflow.compat.v1 as tf

tf.disable_v2_behavior()
x = tf.placeholder(tf.float32)
total = 0.0
with tf.Session() as sess:
    for step in range(300):
        total += sess.run(tf.add(x, 1), feed_dict={x: step})
print(total)
