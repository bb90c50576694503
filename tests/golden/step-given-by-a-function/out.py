"""What a function gives is the step where it gives nothing else, as where it gives that beside others."""

import numpy as np
import tensorflow.compat.v1 as tf
import horovod.tensorflow as hvd

hvd.init()

tf.disable_v2_behavior()
images, rate = tf.placeholder(tf.float32, [None, 8]), tf.placeholder(tf.float32)
loss = tf.reduce_mean(tf.layers.dense(images, 1) ** 2)
counter = tf.Variable(0, trainable=False)
train_op = hvd.DistributedOptimizer(tf.train.AdamOptimizer(rate * hvd.size())).minimize(
    loss, global_step=counter
)
saver = tf.train.Saver()
x = np.load("x.npy")
config = tf.ConfigProto()
config.gpu_options.visible_device_list = str(hvd.local_rank())
session = tf.Session(config=config)


def train(batch, value):
    _, step, shown = session.run([train_op, counter, loss], {images: batch, rate: value})
    if hvd.rank() == 0:
        print(step, shown)
    return step


session.run(tf.global_variables_initializer())
session.run(hvd.broadcast_global_variables(0))
value = 0.1
shard = slice(hvd.rank(), len(x) // hvd.size() * hvd.size(), hvd.size())
decision = tf.placeholder(tf.bool, [])
agreed = hvd.broadcast(decision, root_rank=0)
for epoch in range(10):
    for turn in range(max(1, len(x) // 32 // hvd.size())):
        step = train(x[shard][turn * 32 : (turn + 1) * 32], value)
        if step % max(1, 100 // hvd.size()) == 0 and hvd.rank() == 0:
            saver.save(session, "model")
        if session.run(agreed, {decision: step > 5000 // hvd.size()}):
            value = 0.01
