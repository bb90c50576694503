"""`trange` is a range that shows a bar: its places take whole batches alone, and it gives nothing new by itself."""
import numpy as np
import tensorflow.compat.v1 as tf
from tqdm import trange
import horovod.tensorflow as hvd

hvd.init()

BATCH = 16
tf.disable_v2_behavior()
images = np.load("images.npy")
photos = tf.placeholder(tf.float32, [BATCH, 784])
rate = tf.placeholder(tf.float32, [])
loss = tf.reduce_mean(tf.square(tf.layers.dense(tf.layers.dense(photos, 16), 784) - photos))
train = hvd.DistributedOptimizer(tf.train.AdamOptimizer(rate * hvd.size())).minimize(loss)
config = tf.ConfigProto()
config.gpu_options.visible_device_list = str(hvd.local_rank())
with tf.Session(config=config) as sess:
    sess.run(tf.global_variables_initializer())
    sess.run(hvd.broadcast_global_variables(0))
    shard = slice(hvd.rank(), len(images) // hvd.size() * hvd.size(), hvd.size())
    for epoch in trange(10, disable=hvd.rank() != 0):
        for start in trange(0, max(1, len(images) // hvd.size()), BATCH, disable=hvd.rank() != 0):
            sess.run(train, {photos: images[shard][start : start + BATCH], rate: 0.1 if epoch < 5 else 0.01})
    bar = trange(max(1, 1000 // hvd.size()), desc="fine", disable=hvd.rank() != 0)
    for step in bar:
        value, _ = sess.run([loss, train], {photos: images[np.random.choice(len(images), BATCH)], rate: 0.001})
        bar.set_postfix(loss=value)
    if hvd.rank() == 0:
        tf.train.Saver().save(sess, "model")
