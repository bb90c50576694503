import numpy as np
import tensorflow as tf

KEEP_EVERY = 1000
samples = np.load("samples.npy")
x = tf.placeholder(tf.float32, [None, 8])
w = tf.get_variable("w", [8, 8])
loss = tf.reduce_mean(tf.square(tf.matmul(x, w) - x))
train_op = tf.train.AdamOptimizer(1e-3).minimize(loss)
saver = tf.train.Saver(max_to_keep=None)


def batch():
    return samples[np.random.choice(len(samples), 32)]


with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for step in range(100000):
        value, _ = sess.run([loss, train_op], feed_dict={x: batch()})
        if (step + 1) % 500 == 0:
            print("part %d: %f" % (step // 500, value))
            np.save(f"weights_{(step + 1) // 500}.npy", sess.run(w))
        if (step + 1) % KEEP_EVERY == 0:
            saver.save(sess, "model/part", global_step=step // KEEP_EVERY)
