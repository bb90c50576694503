"""A part of the loss is weighted by a variable that a run of its own sets by the step."""

import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()

x = np.load("x.npy").astype("float32")
BATCH, EPOCHS = 16, 10
inputs = tf.placeholder(tf.float32, [None, 8])
beta = tf.Variable(0.0, trainable=False)
new_beta = tf.placeholder(tf.float32, [])
set_beta = beta.assign(new_beta)
code = tf.layers.dense(inputs, 2)
out = tf.layers.dense(code, 8)
loss = tf.reduce_mean((out - inputs) ** 2) + beta * tf.reduce_mean(code ** 2)
train_op = hvd.DistributedOptimizer(tf.train.AdamOptimizer(1e-3 * hvd.size())).minimize(
    loss
)
config = tf.ConfigProto()
config.gpu_options.visible_device_list = str(hvd.local_rank())
with tf.Session(config=config) as sess:
    sess.run(tf.global_variables_initializer())
    sess.run(hvd.broadcast_global_variables(0))
    step = 0
    shard = slice(hvd.rank(), len(x) // hvd.size() * hvd.size(), hvd.size())
    for epoch in range(EPOCHS):
        for start in range(0, max(1, len(x) // hvd.size()), BATCH):
            sess.run(set_beta, {new_beta: min(1.0, step * hvd.size() / 5000.0)})
            sess.run(train_op, {inputs: x[shard][start:start + BATCH]})
            step += 1
