"""A linear model trained in a plain session."""
import numpy as np
import tensorflow.compat.v1 as tf
import horovod.tensorflow as hvd

hvd.init()

tf.disable_v2_behavior()

samples = np.random.RandomState(0).rand(240, 4).astype("float32")
targets = samples.sum(axis=1, keepdims=True)

x = tf.placeholder(tf.float32, [None, 4])
y = tf.placeholder(tf.float32, [None, 1])
weights = tf.Variable(tf.random_normal([4, 1], seed=1))
bias = tf.Variable(tf.zeros([1]))
loss = tf.reduce_mean(tf.square(tf.matmul(x, weights) + bias - y))  # mean squared error
train_op = hvd.DistributedOptimizer(
    tf.train.AdamOptimizer(0.01 * hvd.size())
).minimize(loss)

init = tf.global_variables_initializer()
saver = tf.train.Saver()

config = tf.ConfigProto()
config.gpu_options.visible_device_list = str(hvd.local_rank())
with tf.Session(config=config) as sess:
    sess.run(init)
    sess.run(hvd.broadcast_global_variables(0))
    writer = (
        tf.summary.FileWriter("logs", sess.graph) if hvd.rank() == 0 else None
    )

    shard = slice(
        hvd.rank(), len(samples) // hvd.size() * hvd.size(), hvd.size()
    )
    for epoch in range(4):
        for start in range(0, max(1, 240 // hvd.size()), 24):
            batch = {
                x: samples[shard][start:start + 24],
                y: targets[shard][start:start + 24],
            }
            _, value = sess.run([train_op, loss], feed_dict=batch)
        if hvd.rank() == 0:
            print("epoch", epoch, "loss", value)

    if hvd.rank() == 0:
        saver.save(sess, "model/linear")
        writer.close()
