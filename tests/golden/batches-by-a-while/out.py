"""What a `while` counts up to a number, turn by turn, is what a `for` over a range does: it reads, fills and alternates by it."""

import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()

SIZE = 32
samples, targets = np.load("samples.npy"), np.load("targets.npy")
x = tf.placeholder(tf.float32, [None, 4])
y = tf.placeholder(tf.float32, [None, 1])
rate = tf.placeholder(tf.float32, [])
score = tf.layers.dense(x, 1, name="score")
other = tf.layers.dense(x, 1, name="other")
loss = tf.reduce_mean(tf.square(score - y))
first = hvd.DistributedOptimizer(tf.train.AdamOptimizer(rate * hvd.size())).minimize(
    loss, var_list=tf.trainable_variables("score")
)
second = hvd.DistributedOptimizer(tf.train.AdamOptimizer(0.001 * hvd.size())).minimize(
    tf.reduce_mean(other), var_list=tf.trainable_variables("other")
)
turns = len(samples) // SIZE
losses = np.zeros((20, max(1, turns // hvd.size())))

config = tf.ConfigProto()
config.gpu_options.visible_device_list = str(hvd.local_rank())
with tf.Session(config=config) as session:
    session.run(tf.global_variables_initializer())
    session.run(hvd.broadcast_global_variables(0))
    epoch = 0
    shard = slice(hvd.rank(), len(samples) // hvd.size() * hvd.size(), hvd.size())
    while epoch < 20:
        right = 0
        turn = 0
        while turn < max(1, turns // hvd.size()):
            part = slice(turn * SIZE, (turn + 1) * SIZE)
            fed = {x: samples[shard][part], y: targets[shard][part], rate: 0.01 * 0.9 ** (turn * hvd.size() // 100)}
            losses[epoch, turn], _ = session.run([loss, first], fed)
            if losses[epoch, turn] < 0.1:
                right += 1
            turn += 1
        if hvd.rank() == 0:
            print(epoch, losses[epoch].mean(), right / max(1, turns // hvd.size()))
        epoch += 1
    step = 0
    while step < max(1, 10000 // hvd.size()):
        now = 0.1 * 0.95 ** (step * hvd.size() // 1000)
        for _ in range(5):
            chosen = np.random.choice(len(samples), SIZE)
            session.run(first, {x: samples[chosen], y: targets[chosen], rate: now})
        for _ in range(2):
            session.run(second, {x: samples[np.random.choice(len(samples), SIZE)]})
        if step % max(1, 100 // hvd.size()) == 0 and hvd.rank() == 0:
            print(step, now)
        step += 1
