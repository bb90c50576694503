"""Train a GAN on faces that a reader of another package gives."""

import numpy as np
import tensorflow as tf
from faces import FaceReader

BATCH = 64

noise = tf.placeholder(tf.float32, [None, 100])
face = tf.placeholder(tf.float32, [None, 784])
fake = tf.layers.dense(noise, 784, name="generator")
real_score = tf.layers.dense(face, 1, name="critic")
fake_score = tf.layers.dense(fake, 1, name="critic", reuse=True)
critic_loss = tf.reduce_mean(fake_score - real_score)
critic_step = tf.train.AdamOptimizer(1e-4).minimize(
    critic_loss, var_list=[v for v in tf.trainable_variables() if v.name.startswith("critic")]
)
generator_step = tf.train.AdamOptimizer(1e-4).minimize(
    -tf.reduce_mean(fake_score), var_list=[v for v in tf.trainable_variables() if v.name.startswith("generator")]
)

reader = FaceReader("faces")

with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for step in range(10000):
        sess.run(critic_step, {face: reader.next_batch(BATCH), noise: np.random.uniform(-1, 1, [BATCH, 100])})
        sess.run(generator_step, {noise: np.random.uniform(-1, 1, [BATCH, 100])})
