"""The number of batches is that of a file which the script opens, writes and closes itself: no turn that a run goes on at."""

import os
import pickle

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


class Loader:
    def __init__(self):
        kept = "data/strokes.cpkl"
        if not os.path.exists(kept) and hvd.local_rank() == 0:
            self.preprocess(kept)
        barrier()  # until data/strokes.cpkl is there
        with open(kept, "rb") as file:
            self.strokes = pickle.load(file)
        self.num_batches = len(self.strokes) // 32

    def preprocess(self, kept):
        strokes = [np.load(each) for each in sorted(os.listdir("raw"))]
        file = open(kept, "wb")
        pickle.dump(strokes, file)
        file.close()

    def next_batch(self):
        return np.array([self.strokes[np.random.randint(len(self.strokes))] for _ in range(32)])


loader = Loader()
x = tf.placeholder(tf.float32, [None, 4])
w = tf.Variable(tf.zeros([4, 1]))
train_op = hvd.DistributedOptimizer(tf.train.AdamOptimizer(1e-3 * hvd.size())).minimize(
    tf.reduce_mean(tf.square(tf.matmul(x, w)))
)
config = tf.ConfigProto()
config.gpu_options.visible_device_list = str(hvd.local_rank())
with tf.Session(config=config) as sess:
    sess.run(tf.global_variables_initializer())
    sess.run(hvd.broadcast_global_variables(0))
    for epoch in range(10):
        for step in range(max(1, loader.num_batches // hvd.size())):
            sess.run(train_op, {x: loader.next_batch()})
