"""Periods and boundaries that are told by the global step, read from the session."""
import numpy as np
import tensorflow.compat.v1 as tf
import horovod.tensorflow as hvd

hvd.init()

tf.disable_eager_execution()
EVALUATE_EVERY, SAVE_EVERY = 100, 500
x = np.random.RandomState(0).rand(4096, 4).astype("float32")

samples = tf.placeholder(tf.float32, [None, 4])
loss = tf.reduce_mean(tf.square(tf.layers.dense(samples, 1)))
global_step = tf.Variable(0, name="global_step", trainable=False)
train_op = hvd.DistributedOptimizer(tf.train.AdamOptimizer(1e-3 * hvd.size())).minimize(
    loss, global_step=global_step
)
saver = tf.train.Saver()

config = tf.ConfigProto()
config.gpu_options.visible_device_list = str(hvd.local_rank())
with tf.Session(config=config) as sess:
    sess.run(tf.global_variables_initializer())
    sess.run(hvd.broadcast_global_variables(0))
    shard = slice(hvd.rank(), len(x) // hvd.size() * hvd.size(), hvd.size())
    for start in range(0, max(1, len(x) // hvd.size()), 32):
        _, value, step = sess.run(
            [train_op, loss, global_step], {samples: x[shard][start : start + 32]}
        )
        if hvd.rank() == 0:
            if step % max(2, 10 // hvd.size()) == 1:
                print("%d: %f" % (step, value))
            if step > 1000 // hvd.size() and value > 1.0:
                print("does not converge")
        current = tf.train.global_step(sess, global_step)
        if hvd.rank() == 0:
            if current % max(1, EVALUATE_EVERY // hvd.size()) == 0:
                print("all:", sess.run(loss, {samples: x}))
            if np.mod(current, max(1, SAVE_EVERY // hvd.size())) == 0:
                saver.save(sess, "saved/model", global_step=current)
