"""Each turn takes so many steps of one part and so many of the other: rates fall by the turns, of which a process has a part."""
import numpy as np
import tensorflow as tf

x = tf.placeholder(tf.float32, [None, 4])
rate, of_critic = tf.placeholder(tf.float32, []), tf.placeholder(tf.float32, [])
a = tf.layers.dense(x, 1, name="a")
b = tf.layers.dense(x, 1, name="b")
d_op = tf.train.AdamOptimizer(of_critic).minimize(tf.reduce_mean(a), var_list=tf.trainable_variables("a"))
g_op = tf.train.AdamOptimizer(rate).minimize(tf.reduce_mean(b), var_list=tf.trainable_variables("b"))
data = np.load("x.npy")


def batch():
    return data[np.random.choice(len(data), 16)]


falling = 0.01
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for turn in range(10000):
        lr = 0.1 * 0.95 ** (turn // 1000)
        falling *= 0.9995
        for _ in range(5):
            sess.run(d_op, {x: batch(), of_critic: falling})
        for _ in range(2):
            sess.run(g_op, {x: batch(), rate: lr})
        if turn % 100 == 0:
            print(turn, lr)
    tf.train.Saver().save(sess, "model")
