"""What a loop does in its turns stands in a function that is told the turn: it is divided as in the loop itself."""

import numpy as np
import tensorflow.compat.v1 as tf

tf.disable_v2_behavior()

STEPS, KEEP_EVERY = 20000, 1000
images, labels = np.load("images.npy"), np.load("labels.npy")
x, y = tf.placeholder(tf.float32, [None, 784]), tf.placeholder(tf.int64, [None])
hidden = tf.layers.dense(x, 64, tf.nn.relu)
loss = tf.losses.sparse_softmax_cross_entropy(y, tf.layers.dense(hidden, 10))
penalty = tf.reduce_mean(tf.square(hidden))
optimizer = tf.train.AdamOptimizer(0.001)
train_op, calm_op = optimizer.minimize(loss), optimizer.minimize(penalty)
saver = tf.train.Saver(max_to_keep=None)


def show(session, turn, fed):
    if turn < 50 or turn % 200 == 0:
        print("part", turn // 200, "loss", session.run(loss, fed))


def train(session, turn):
    chosen = np.random.randint(0, len(images), 64)
    fed = {x: images[chosen], y: labels[chosen]}
    session.run(calm_op if turn % 5 == 0 else train_op, fed)
    show(session, turn, fed)
    if (turn + 1) % KEEP_EVERY == 0:
        saver.save(session, "model/part", global_step=turn // KEEP_EVERY)
    if turn == STEPS - 1:
        saver.save(session, "model/last")


with tf.Session() as session:
    session.run(tf.global_variables_initializer())
    for turn in range(STEPS):
        train(session, turn)
