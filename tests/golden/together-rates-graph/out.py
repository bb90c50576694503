import numpy as np
import tensorflow.compat.v1 as tf
import horovod.tensorflow as hvd

hvd.init()

tf.disable_v2_behavior()
x = tf.placeholder(tf.float32, [None, 3])
momentum, share = tf.placeholder(tf.float32, []), tf.placeholder(tf.float32, [])
rate = tf.Variable(0.5, trainable=False)
decay = rate.assign(rate * 0.99)
loss = tf.reduce_mean(tf.layers.dense(x, 1) ** 2)
train_op = hvd.DistributedOptimizer(
    tf.train.MomentumOptimizer(rate * share * hvd.size(), momentum)
).minimize(loss)
data = np.load("x.npy")
config = tf.ConfigProto()
config.gpu_options.visible_device_list = str(hvd.local_rank())
with tf.Session(config=config) as sess:
    sess.run(tf.global_variables_initializer())
    sess.run(hvd.broadcast_global_variables(0))
    losses, factor = [], 1.0
    decision = tf.placeholder(tf.bool, [])
    agreed = hvd.broadcast(decision, root_rank=0)
    for step in range(max(1, 1000 // hvd.size())):
        batch = data[np.random.randint(0, len(data), 16)]
        value, _ = sess.run([loss, train_op], {x: batch, share: factor, momentum: 0.9})
        if step % max(1, 100 // hvd.size()) == 0:
            if sess.run(
                agreed, {decision: len(losses) > 2 and value > max(losses[-3:])}
            ):
                sess.run(decay)
            losses.append(value)
        if step == 500 // hvd.size():
            sess.run(decay)
        if sess.run(agreed, {decision: value < 0.1}):
            factor /= 2
