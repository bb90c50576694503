"""What a loop does in its turns stands in a function that is told the turn: it is divided as in the loop itself."""

import numpy as np
import tensorflow.compat.v1 as tf
import horovod.tensorflow as hvd

hvd.init()

tf.disable_v2_behavior()

STEPS, KEEP_EVERY = 20000, 1000
images, labels = np.load("images.npy"), np.load("labels.npy")
x, y = tf.placeholder(tf.float32, [None, 784]), tf.placeholder(tf.int64, [None])
hidden = tf.layers.dense(x, 64, tf.nn.relu)
loss = tf.losses.sparse_softmax_cross_entropy(y, tf.layers.dense(hidden, 10))
penalty = tf.reduce_mean(tf.square(hidden))
optimizer = tf.train.AdamOptimizer(0.001 * hvd.size())
optimizer = hvd.DistributedOptimizer(optimizer)
train_op, calm_op = optimizer.minimize(loss), optimizer.minimize(penalty)
saver = tf.train.Saver(max_to_keep=None)


def show(session, turn, fed):
    if (turn < 50 // hvd.size() or turn % max(1, 200 // hvd.size()) == 0) and hvd.rank() == 0:
        print("part", turn // 200, "loss", session.run(loss, fed))


def train(session, turn):
    chosen = np.random.randint(0, len(images), 64)
    fed = {x: images[chosen], y: labels[chosen]}
    session.run(calm_op if turn % 5 == 0 else train_op, fed)
    show(session, turn, fed)
    if hvd.rank() == 0:
        if (turn + 1) % max(1, KEEP_EVERY // hvd.size()) == 0:
            saver.save(session, "model/part", global_step=turn // max(1, KEEP_EVERY // hvd.size()))
        if turn == max(1, STEPS // hvd.size()) - 1:
            saver.save(session, "model/last")


config = tf.ConfigProto()
config.gpu_options.visible_device_list = str(hvd.local_rank())
with tf.Session(config=config) as session:
    session.run(tf.global_variables_initializer())
    session.run(hvd.broadcast_global_variables(0))
    for turn in range(max(1, STEPS // hvd.size())):
        train(session, turn)
