import numpy as np
import tensorflow.compat.v1 as tf

tf.disable_v2_behavior()
x = tf.placeholder(tf.float32, [None, 3])
momentum, share = tf.placeholder(tf.float32, []), tf.placeholder(tf.float32, [])
rate = tf.Variable(0.5, trainable=False)
decay = rate.assign(rate * 0.99)
loss = tf.reduce_mean(tf.layers.dense(x, 1) ** 2)
train_op = tf.train.MomentumOptimizer(rate * share, momentum).minimize(loss)
data = np.load("x.npy")
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    losses, factor = [], 1.0
    for step in range(1000):
        batch = data[np.random.randint(0, len(data), 16)]
        value, _ = sess.run([loss, train_op], {x: batch, share: factor, momentum: 0.9})
        if step % 100 == 0:
            if len(losses) > 2 and value > max(losses[-3:]):
                sess.run(decay)
            losses.append(value)
        if step == 500:
            sess.run(decay)
        if value < 0.1:
            factor /= 2
