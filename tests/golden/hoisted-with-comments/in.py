"""What is shown draws by the generator that the samples are drawn by, with a comment beside it, which goes with that."""

import numpy as np
import tensorflow as tf

images = np.load("images.npy")
x = tf.placeholder(tf.float32, [None, 5])
loss = tf.reduce_mean(tf.square(tf.layers.dense(x, 1)))
train_op = tf.train.AdamOptimizer(0.1).minimize(loss)

with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for step in range(1000):
        sess.run(train_op, {x: images[np.random.choice(len(images), 32)]})
        if step % 100 == 0:
            print(
                step,
                sess.run(
                    loss,
                    {
                        # of some samples only
                        x: images[np.random.choice(len(images), 100)]
                    },
                ),
            )
