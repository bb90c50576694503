"""Each turn takes so many steps of one part and so many of the other: rates fall by the turns, of which a process has a part."""
import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()

x = tf.placeholder(tf.float32, [None, 4])
rate, of_critic = tf.placeholder(tf.float32, []), tf.placeholder(tf.float32, [])
a = tf.layers.dense(x, 1, name="a")
b = tf.layers.dense(x, 1, name="b")
d_op = hvd.DistributedOptimizer(tf.train.AdamOptimizer(of_critic * hvd.size())).minimize(
    tf.reduce_mean(a), var_list=tf.trainable_variables("a")
)
g_op = hvd.DistributedOptimizer(tf.train.AdamOptimizer(rate * hvd.size())).minimize(
    tf.reduce_mean(b), var_list=tf.trainable_variables("b")
)
data = np.load("x.npy")


def batch():
    return data[np.random.choice(len(data), 16)]


falling = 0.01
config = tf.ConfigProto()
config.gpu_options.visible_device_list = str(hvd.local_rank())
with tf.Session(config=config) as sess:
    sess.run(tf.global_variables_initializer())
    sess.run(hvd.broadcast_global_variables(0))
    for turn in range(max(1, 10000 // hvd.size())):
        lr = 0.1 * 0.95 ** (turn * hvd.size() // 1000)
        falling *= 0.9995 ** hvd.size()
        for _ in range(5):
            sess.run(d_op, {x: batch(), of_critic: falling})
        for _ in range(2):
            sess.run(g_op, {x: batch(), rate: lr})
        if turn % max(1, 100 // hvd.size()) == 0 and hvd.rank() == 0:
            print(turn, lr)
    if hvd.rank() == 0:
        tf.train.Saver().save(sess, "model")
