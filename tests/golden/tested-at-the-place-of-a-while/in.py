"""At times other samples are tested at the place of those that are trained on, and all of them by a place of their own."""

import numpy as np
import tensorflow.compat.v1 as tf

samples, held = np.load("samples.npy"), np.load("held.npy")
shown = tf.placeholder(tf.float32, [None, 8])
loss = tf.reduce_mean(tf.square(tf.layers.dense(shown, 8) - shown))
step = tf.train.AdamOptimizer(0.001).minimize(loss)

with tf.Session() as session:
    session.run(tf.global_variables_initializer())
    count, size = 1, 32
    for epoch in range(10):
        turn = 0
        while (turn + 1) * size < samples.shape[0]:
            batch = samples[turn * size : (turn + 1) * size, :]
            session.run(step, {shown: batch})
            if count % 100 == 0:
                if (turn + 1) * size < held.shape[0]:
                    batch = held[turn * size : (turn + 1) * size, :]
                print("one batch:", session.run(loss, {shown: batch}))
            turn += 1
            if count % 500 == 0:
                place, losses = 0, []
                while (place + 1) * size < held.shape[0]:
                    batch = held[place * size : (place + 1) * size, :]
                    losses.append(session.run(loss, {shown: batch}))
                    place += 1
                    print(place, np.mean(losses))
            count += 1
