"""The last turn of a period is told by the period: with fewer turns it is another one, also within another period."""

import numpy as np
import tensorflow.compat.v1 as tf

tf.disable_v2_behavior()
x, rate = tf.placeholder(tf.float32, [None, 8]), tf.placeholder(tf.float32)
loss = tf.reduce_mean(tf.layers.dense(x, 1))
step = tf.train.AdamOptimizer(rate).minimize(loss)
saver = tf.train.Saver()
data = np.load("x.npy")
value, every, shown = 0.1, 200, 0
with tf.Session() as session:
    session.run(tf.global_variables_initializer())
    for i in range(10000):
        session.run(step, {x: data[np.random.choice(len(data), 16)], rate: value})
        if i % 100 == 99:
            print(i)
            if i % 1000 == 999:
                value *= 0.9
        if np.mod(i, every) == every - 1:
            shown += 1
            if shown % 10 == 0:
                saver.save(session, "periods")
