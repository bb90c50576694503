import glob
import os

import numpy as np
import tensorflow as tf
from PIL import Image
import horovod.tensorflow as hvd

hvd.init()


def barrier():
    """Wait until every process has come here."""
    config = tf.ConfigProto(device_count={"GPU": 0})
    with tf.Graph().as_default():
        with tf.Session(config=config) as session:
            session.run(hvd.broadcast(0, root_rank=0, name="barrier"))


if hvd.local_rank() != 0:
    barrier()  # until the first process of this host is done
if os.path.exists("images.npy"):
    images = np.load("images.npy")
else:
    images = np.stack([np.asarray(Image.open(name)) for name in sorted(glob.glob("images/*.png"))])
    np.save("images.npy", images)
if hvd.local_rank() == 0:
    barrier()  # the others may go on

x = tf.placeholder(tf.float32, [None, 64, 64, 3])
loss = tf.reduce_mean(tf.square(tf.layers.conv2d(x, 3, 5, padding="same") - x))
train_op = hvd.DistributedOptimizer(tf.train.AdamOptimizer(0.001 * hvd.size())).minimize(loss)
saver = tf.train.Saver()
config = tf.ConfigProto()
config.gpu_options.visible_device_list = str(hvd.local_rank())
with tf.Session(config=config) as sess:
    sess.run(tf.global_variables_initializer())
    sess.run(hvd.broadcast_global_variables(0))
    if hvd.size() > 1:
        np.random.seed(0)  # one order in all processes
    for epoch in range(20):
        order = np.random.permutation(len(images))
        batches = len(images) // 16
        shard = slice(hvd.rank(), len(order) // hvd.size() * hvd.size(), hvd.size())
        for batch in range(max(1, batches // hvd.size())):
            _, value = sess.run(
                [train_op, loss], {x: images[order[shard][batch * 16 : (batch + 1) * 16]]}
            )
        if hvd.rank() == 0:
            print(epoch, value)
    if hvd.rank() == 0:
        saver.save(sess, "model")
