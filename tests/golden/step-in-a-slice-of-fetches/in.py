"""The step is taken out of a slice of what a session has fetched."""

import numpy as np
import tensorflow as tf

features = np.load("features.npy")
x, rate = tf.placeholder(tf.float32, [None, 8]), tf.placeholder(tf.float32, [])
loss = tf.reduce_mean(tf.layers.dense(x, 1) ** 2)
step = tf.train.get_or_create_global_step()
train_op = tf.train.AdamOptimizer(rate).minimize(loss, global_step=step)
saver = tf.train.Saver()
with tf.Session() as session:
    session.run(tf.global_variables_initializer())
    newest = tf.train.latest_checkpoint("weights")
    if newest:
        saver.restore(session, newest)
        taken = int(newest.split("-")[-1])
    else:
        taken = 0
    print("from step", taken)
    current = 0.001
    for _ in range(100000):
        batch = features[np.random.choice(len(features), 32)]
        fetched = session.run([train_op, step, loss], {x: batch, rate: current})
        taken, value = fetched[1:]
        if taken % 1000 == 0:
            current *= 0.95
        if taken % 500 == 0:
            print(value)
            saver.save(session, "weights/model", global_step=taken)
