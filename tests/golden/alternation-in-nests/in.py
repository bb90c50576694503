import numpy as np
import tensorflow as tf

x = tf.placeholder(tf.float32, [None, 10])
z = tf.placeholder(tf.float32, [None, 4])
with tf.variable_scope("g"):
    fake = tf.layers.dense(z, 10)
with tf.variable_scope("d"):
    a = tf.layers.dense(x, 1, name="o")
with tf.variable_scope("d", reuse=True):
    b = tf.layers.dense(fake, 1, name="o")
d_loss = tf.reduce_mean(b) - tf.reduce_mean(a)
g_loss = -tf.reduce_mean(b)
g_vars = tf.trainable_variables("g")
d_vars = tf.trainable_variables("d")
g_train = tf.train.AdamOptimizer(1e-4).minimize(g_loss, var_list=g_vars)
d_train = tf.train.AdamOptimizer(1e-4).minimize(d_loss, var_list=d_vars)
samples = np.load("x.npy")
TOTAL = 200
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for total_batch in range(TOTAL):
        for it in range(1):
            sess.run(g_train, {z: np.random.randn(32, 4)})
        for _ in range(5):
            for it in range(100):
                batch = samples[np.random.choice(len(samples), 32)]
                sess.run(d_train, {x: batch, z: np.random.randn(32, 4)})
        if total_batch % 5 == 0:
            print(total_batch, sess.run(g_loss, {z: np.random.randn(32, 4)}))
