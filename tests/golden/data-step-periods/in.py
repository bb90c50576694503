"""Periods and boundaries that are told by the global step, read from the session."""
import numpy as np
import tensorflow.compat.v1 as tf

tf.disable_eager_execution()
EVALUATE_EVERY, SAVE_EVERY = 100, 500
x = np.random.RandomState(0).rand(4096, 4).astype("float32")

samples = tf.placeholder(tf.float32, [None, 4])
loss = tf.reduce_mean(tf.square(tf.layers.dense(samples, 1)))
global_step = tf.Variable(0, name="global_step", trainable=False)
train_op = tf.train.AdamOptimizer(1e-3).minimize(loss, global_step=global_step)
saver = tf.train.Saver()

with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for start in range(0, len(x), 32):
        _, value, step = sess.run([train_op, loss, global_step], {samples: x[start : start + 32]})
        if step % 10 == 1:
            print("%d: %f" % (step, value))
        if step > 1000 and value > 1.0:
            print("does not converge")
        current = tf.train.global_step(sess, global_step)
        if current % EVALUATE_EVERY == 0:
            print("all:", sess.run(loss, {samples: x}))
        if np.mod(current, SAVE_EVERY) == 0:
            saver.save(sess, "saved/model", global_step=current)
