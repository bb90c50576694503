"""How long a run goes on stands in an object of another file, and where it begins in a checkpoint."""

import numpy as np
import tensorflow as tf
from settings import Settings

settings = Settings()
samples = np.load("samples.npy")
x = tf.placeholder(tf.float32, [None, 4])
step = tf.train.get_or_create_global_step()
train_op = tf.train.AdamOptimizer(0.001).minimize(tf.reduce_mean(tf.layers.dense(x, 1) ** 2), global_step=step)
saver = tf.train.Saver()

with tf.Session() as session:
    session.run(tf.global_variables_initializer())
    first = 0
    latest = tf.train.latest_checkpoint("model")
    if latest:
        saver.restore(session, latest)
        first = int(latest.split("-")[-1])
    for turn in range(first, settings.steps):
        session.run(train_op, {x: samples[np.random.choice(len(samples), 32)]})
        if turn % 1000 == 0:
            saver.save(session, "model/model", global_step=turn)
