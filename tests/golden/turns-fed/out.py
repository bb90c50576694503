import numpy as np
import tensorflow.compat.v1 as tf
import horovod.tensorflow as hvd

hvd.init()

tf.disable_v2_behavior()
x = tf.placeholder(tf.float32, [None, 3])
rate, weight = tf.placeholder(tf.float32, []), tf.placeholder(tf.float32, [])
loss = weight * tf.reduce_mean(tf.layers.dense(x, 1) ** 2)
global_step = tf.train.get_or_create_global_step()
train_op = hvd.DistributedOptimizer(
    tf.train.MomentumOptimizer(rate * hvd.size(), 0.9)
).minimize(loss, global_step)
data = np.load("x.npy")
config = tf.ConfigProto()
config.gpu_options.visible_device_list = str(hvd.local_rank())
with tf.Session(config=config) as sess:
    sess.run(tf.global_variables_initializer())
    sess.run(hvd.broadcast_global_variables(0))
    lr = 0.1
    for step in range(max(1, 1000 // hvd.size())):
        batch = data[np.random.randint(0, len(data), 16)]
        annealed = min(1.0, step * hvd.size() / 500)
        feed = {x: batch, rate: lr, weight: annealed}
        value, _, taken = sess.run([loss, train_op, global_step], feed)
        lr = 0.1 * 0.9 ** (taken * hvd.size() // 100)
        if step % max(1, 50 // hvd.size()) == 0 and hvd.rank() == 0:
            print("epoch", taken * 16 / len(data), "loss", value, "rate", lr)
