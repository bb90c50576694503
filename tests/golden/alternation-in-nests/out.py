import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()

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
g_train = hvd.DistributedOptimizer(
    tf.train.AdamOptimizer(1e-4 * hvd.size())
).minimize(g_loss, var_list=g_vars)
d_train = hvd.DistributedOptimizer(
    tf.train.AdamOptimizer(1e-4 * hvd.size())
).minimize(d_loss, var_list=d_vars)
samples = np.load("x.npy")
TOTAL = 200
config = tf.ConfigProto()
config.gpu_options.visible_device_list = str(hvd.local_rank())
with tf.Session(config=config) as sess:
    sess.run(tf.global_variables_initializer())
    sess.run(hvd.broadcast_global_variables(0))
    for total_batch in range(max(1, TOTAL // hvd.size())):
        for it in range(1):
            sess.run(g_train, {z: np.random.randn(32, 4)})
        for _ in range(5):
            for it in range(100):
                batch = samples[np.random.choice(len(samples), 32)]
                sess.run(d_train, {x: batch, z: np.random.randn(32, 4)})
        if total_batch % max(1, 5 // hvd.size()) == 0:
            sess_run = sess.run(g_loss, {z: np.random.randn(32, 4)})
            if hvd.rank() == 0:
                print(total_batch, sess_run)
