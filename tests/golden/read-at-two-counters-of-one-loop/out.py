"""A loop reads samples at its own number, and labels at one that it counts beside that."""

import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()


def batches_of(texts, size):
    inputs, targets = [], []
    for number in range(len(texts) // size):
        part = texts[number * size : (number + 1) * size]
        inputs.append(part)
        targets.append(np.roll(part, -1, 1))
    return inputs, targets


texts = np.load("texts.npy")
inputs, targets = batches_of(texts, 64)
x = tf.placeholder(tf.float32, [None, 20])
y = tf.placeholder(tf.float32, [None, 20])
loss = tf.reduce_mean(tf.square(tf.layers.dense(x, 20) - y))
step = hvd.DistributedOptimizer(tf.train.AdamOptimizer(0.001 * hvd.size())).minimize(loss)
config = tf.ConfigProto()
config.gpu_options.visible_device_list = str(hvd.local_rank())
with tf.Session(config=config) as session:
    session.run(tf.global_variables_initializer())
    session.run(hvd.broadcast_global_variables(0))
    chunks = len(texts) // 64
    for epoch in range(50):
        place = 0
        for batch in range(max(1, chunks // hvd.size())):
            _, found = session.run(
                [step, loss],
                {
                    x: inputs[batch * hvd.size() + hvd.rank()],
                    y: targets[place * hvd.size() + hvd.rank()],
                },
            )
            place += 1
            if hvd.rank() == 0:
                print(epoch, batch, found)
