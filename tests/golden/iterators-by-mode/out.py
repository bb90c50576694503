"""A class makes the iterator of training or that of validation, by one function: the first alone is divided."""

import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()


def dataset(name, training):
    data = tf.data.Dataset.from_tensor_slices(np.load(name)).batch(32)
    return (
        data.apply(
            lambda data: data.shard(hvd.size(), hvd.rank()).take(
                tf.data.experimental.cardinality(data) // hvd.size()
            ) if hvd.size() > 1 else data
        ).shuffle(100).repeat()
        if training
        else data
    )


class Net:
    def __init__(self, mode):
        if mode == "train":
            self.iterator = dataset("train.npy", True).make_initializable_iterator()
        else:
            self.iterator = dataset("valid.npy", False).make_initializable_iterator()
        with tf.variable_scope("net", reuse=mode != "train"):
            self.loss = tf.reduce_mean(tf.layers.dense(self.iterator.get_next(), 1) ** 2)
        if mode == "train":
            self.step = hvd.DistributedOptimizer(tf.train.AdamOptimizer(0.01 * hvd.size())).minimize(self.loss)


net, valid = Net("train"), Net("valid")
config = tf.ConfigProto()
config.gpu_options.visible_device_list = str(hvd.local_rank())
with tf.Session(config=config) as session:
    session.run(tf.global_variables_initializer())
    session.run(hvd.broadcast_global_variables(0))
    session.run(net.iterator.initializer)
    for epoch in range(10):
        for step in range(max(1, 100 // hvd.size())):
            session.run(net.step)
        session.run(valid.iterator.initializer)
        for step in range(10):
            session_run = session.run(valid.loss)
            if hvd.rank() == 0:
                print(session_run)
