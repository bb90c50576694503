"""A loop that goes on to a step that a method gives with the loss, and loops within loops that are left at one."""

import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()
data = np.load("x.npy")
class Model:
    def __init__(self):
        self.x = tf.placeholder(tf.float32, [None, 4])
        self.loss = tf.reduce_mean(tf.layers.dense(self.x, 2))
        self.global_step = tf.Variable(0, trainable=False)
        self.train_op = hvd.DistributedOptimizer(tf.train.AdamOptimizer(1e-4 * hvd.size())).minimize(
            self.loss, global_step=self.global_step
        )
    def step(self, sess, batch):
        _, loss, step = sess.run([self.train_op, self.loss, self.global_step], feed_dict={self.x: batch})
        return loss, step
m = Model()
config = tf.ConfigProto()
config.gpu_options.visible_device_list = str(hvd.local_rank())
with tf.Session(config=config) as sess:
    sess.run(tf.global_variables_initializer())
    sess.run(hvd.broadcast_global_variables(0))
    step = 0
    decision = tf.placeholder(tf.bool, [])
    agreed = hvd.broadcast(decision, root_rank=0)
    while sess.run(agreed, {decision: step < max(1, 20000 // hvd.size())}):
        loss, step = m.step(sess, data[np.random.choice(len(data), 32)])
        if step % max(1, 1000 // hvd.size()) == 0 and hvd.rank() == 0:
            print(loss)
    shard = slice(hvd.rank(), len(data) // hvd.size() * hvd.size(), hvd.size())
    decision = tf.placeholder(tf.bool, [])
    agreed = hvd.broadcast(decision, root_rank=0)
    for epoch in range(100):
        for place in range(0, max(1, len(data) // hvd.size()) - 31, 32):
            _, step = sess.run([m.train_op, m.global_step], feed_dict={m.x: data[shard][place : place + 32]})
            if sess.run(agreed, {decision: step > max(1, 30000 // hvd.size())}):
                break
        if sess.run(agreed, {decision: step > max(1, 30000 // hvd.size())}):
            break
