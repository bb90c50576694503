import numpy as np
import tensorflow.compat.v1 as tf

tf.disable_v2_behavior()
x = tf.placeholder(tf.float32, [None, 3])
rate, weight = tf.placeholder(tf.float32, []), tf.placeholder(tf.float32, [])
loss = weight * tf.reduce_mean(tf.layers.dense(x, 1) ** 2)
global_step = tf.train.get_or_create_global_step()
train_op = tf.train.MomentumOptimizer(rate, 0.9).minimize(loss, global_step)
data = np.load("x.npy")
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    lr = 0.1
    for step in range(1000):
        batch = data[np.random.randint(0, len(data), 16)]
        annealed = min(1.0, step / 500)
        feed = {x: batch, rate: lr, weight: annealed}
        value, _, taken = sess.run([loss, train_op, global_step], feed)
        lr = 0.1 * 0.9 ** (taken // 100)
        if step % 50 == 0:
            print("epoch", taken * 16 / len(data), "loss", value, "rate", lr)
