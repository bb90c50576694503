"""Samples are drawn and models saved at turns of their periods other than the first."""
import numpy as np
import tensorflow as tf

data = np.load("train.npy")
x = tf.placeholder(tf.float32, [None, 4])
loss = tf.reduce_mean(tf.layers.dense(x, 1) ** 2)
train_op = tf.train.AdamOptimizer(0.01).minimize(loss)
saver = tf.train.Saver()
counter = 1
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for epoch in range(10):
        for i in range(len(data) // 32):
            sess.run(train_op, {x: data[i * 32:(i + 1) * 32]})
            counter += 1
            if np.mod(counter, 100) == 1:
                print(sess.run(loss, {x: data[:32]}))
            if np.mod(counter, 500) == 2:
                saver.save(sess, "saved/model", global_step=counter)
            if counter % 50 == 10:
                print("turn", counter)
            if counter % 4 == 7:
                print("never")
