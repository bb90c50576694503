"""What is restored, or else saved, in turns comes before the broadcast: nobody may wait for others within its turn."""

import numpy as np
import tensorflow.compat.v1 as tf

tf.disable_v2_behavior()
images, labels = tf.placeholder(tf.float32, [None, 8]), tf.placeholder(tf.float32, [None, 1])
loss = tf.reduce_mean((tf.layers.dense(images, 1) - labels) ** 2)
step = tf.train.AdamOptimizer(0.001).minimize(loss)
saver = tf.train.Saver()
x, y = np.load("x.npy"), np.load("y.npy")
with tf.Session() as session:
    session.run(tf.global_variables_initializer())
    try:
        saver.restore(session, "models/first")
    except ValueError:
        saver.save(session, "models/first")
    for epoch in range(20):
        for turn in range(len(x) // 32):
            part = slice(turn * 32, (turn + 1) * 32)
            session.run(step, {images: x[part], labels: y[part]})
    saver.save(session, "models/last")
