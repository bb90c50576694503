import numpy as np
import tensorflow as tf

x = tf.placeholder(tf.float32, [None, 8])
hidden = tf.layers.dense(x, 16, name="body")
loss = tf.reduce_mean(tf.layers.dense(hidden, 1, name="head") ** 2)
step = tf.train.get_or_create_global_step()
body = tf.get_collection(tf.GraphKeys.TRAINABLE_VARIABLES, "body")
head = tf.get_collection(tf.GraphKeys.TRAINABLE_VARIABLES, "head")

rate = tf.train.exponential_decay(0.01, step, 1000, 0.9, staircase=True)
slow = 0.1 * rate
fast = tf.train.polynomial_decay(0.1, step, 5000)
train = tf.group(
    tf.train.MomentumOptimizer(rate, 0.9).minimize(loss, step, var_list=head),
    tf.train.MomentumOptimizer(slow, 0.9).minimize(loss, var_list=body),
    tf.train.AdamOptimizer(fast).minimize(loss),
)

samples = np.load("samples.npy")
with tf.Session() as session:
    session.run(tf.global_variables_initializer())
    for _ in range(5000):
        session.run(train, {x: samples[np.random.choice(len(samples), 32)]})
