"""An archive is fetched unless it is there and unpacked, in a function that does nothing else but show how far it is."""

import os
import sys
import tarfile
import urllib.request

import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()


def barrier():
    """Wait until every process has come here."""
    config = tf.ConfigProto(device_count={"GPU": 0})
    with tf.Graph().as_default():
        with tf.Session(config=config) as session:
            session.run(hvd.broadcast(0, root_rank=0, name="barrier"))


URL = "https://example.org/images.tgz"


def fetch(folder):
    if not os.path.exists(folder) and hvd.local_rank() == 0:
        os.makedirs(folder, exist_ok=True)
    path = os.path.join(folder, "images.tgz")
    if hvd.local_rank() != 0:
        barrier()  # until the first process of this host is done
    if not os.path.exists(path):

        def progress(count, size, total):
            if hvd.rank() == 0:
                sys.stdout.write("\r%.1f %%" % (100.0 * count * size / total))

        path, _ = urllib.request.urlretrieve(URL, path, progress)
        if hvd.rank() == 0:
            print("fetched", os.stat(path).st_size)
    if hvd.local_rank() == 0:
        barrier()  # the others may go on
    if hvd.local_rank() == 0:
        tarfile.open(path, "r:gz").extractall(folder)
    barrier()  # until the files are there


fetch("data")
images, labels = np.load("data/images.npy"), np.load("data/labels.npy")
x = tf.placeholder(tf.float32, [None, 4])
y = tf.placeholder(tf.float32, [None, 1])
loss = tf.reduce_mean(tf.square(tf.layers.dense(x, 1) - y))
train = hvd.DistributedOptimizer(tf.train.AdamOptimizer(0.001 * hvd.size())).minimize(loss)

config = tf.ConfigProto()
config.gpu_options.visible_device_list = str(hvd.local_rank())
with tf.Session(config=config) as sess:
    sess.run(tf.global_variables_initializer())
    sess.run(hvd.broadcast_global_variables(0))
    for _ in range(max(1, 20000 // hvd.size())):
        batch = np.random.choice(len(images), 32)
        sess.run(train, {x: images[batch], y: labels[batch]})
