"""Train a GAN on faces that a reader of another package gives."""

import numpy as np
import tensorflow as tf
from faces import FaceReader
import horovod.tensorflow as hvd

hvd.init()

BATCH = 64

noise = tf.placeholder(tf.float32, [None, 100])
face = tf.placeholder(tf.float32, [None, 784])
fake = tf.layers.dense(noise, 784, name="generator")
real_score = tf.layers.dense(face, 1, name="critic")
fake_score = tf.layers.dense(fake, 1, name="critic", reuse=True)
critic_loss = tf.reduce_mean(fake_score - real_score)
critic_step = hvd.DistributedOptimizer(tf.train.AdamOptimizer(1e-4 * hvd.size())).minimize(
    critic_loss, var_list=[v for v in tf.trainable_variables() if v.name.startswith("critic")]
)
generator_step = hvd.DistributedOptimizer(tf.train.AdamOptimizer(1e-4 * hvd.size())).minimize(
    -tf.reduce_mean(fake_score), var_list=[v for v in tf.trainable_variables() if v.name.startswith("generator")]
)

reader = FaceReader("faces")

config = tf.ConfigProto()
config.gpu_options.visible_device_list = str(hvd.local_rank())
with tf.Session(config=config) as sess:
    sess.run(tf.global_variables_initializer())
    sess.run(hvd.broadcast_global_variables(0))
    for step in range(max(1, 10000 // hvd.size())):
        sess.run(critic_step, {face: reader.next_batch(BATCH), noise: np.random.uniform(-1, 1, [BATCH, 100])})
        sess.run(generator_step, {noise: np.random.uniform(-1, 1, [BATCH, 100])})
