"""An attribute of another class is called as the place of a reader is: nothing else is told of that."""
import numpy as np
import tensorflow.compat.v1 as tf
import horovod.tensorflow as hvd

hvd.init()

tf.disable_v2_behavior()


class Reader:
    def __init__(self, path, size):
        if hvd.size() > 1:
            np.random.seed(0)  # one order in all processes
        samples = np.random.permutation(np.load(path))
        self.batches = np.split(samples[: len(samples) // size * size], len(samples) // size)
        self.count = len(self.batches)
        self.place = 0

    def reset(self):
        self.place = 0

    def next_batch(self):
        batch = self.batches[self.place]
        self.place = (self.place + 1) % self.count
        return batch[:, :-1], batch[:, -1:]


class Report:
    def __init__(self):
        self.place = 0

    def add(self, value):
        self.place += 1
        if hvd.rank() == 0:
            print(self.place, value)


x, y = tf.placeholder(tf.float32, [None, 4]), tf.placeholder(tf.float32, [None, 1])
loss = tf.reduce_mean((tf.layers.dense(x, 1) - y) ** 2)
train_op = hvd.DistributedOptimizer(tf.train.AdamOptimizer(0.01 * hvd.size())).minimize(loss)
report = Report()
if hvd.size() > 1:
    np.random.seed(0)  # the same data in all processes
reader, validation = Reader("train.npy", 32), Reader("validation.npy", 32)
config = tf.ConfigProto()
config.gpu_options.visible_device_list = str(hvd.local_rank())
with tf.Session(config=config) as session:
    session.run(tf.global_variables_initializer())
    session.run(hvd.broadcast_global_variables(0))
    if hvd.size() > 1:
        np.random.seed(hvd.rank())
    for epoch in range(10):
        reader.reset()
        for step in range(max(1, reader.count // hvd.size())):
            inputs, labels = [reader.next_batch() for _ in range(hvd.size())][hvd.rank()]
            session.run(train_op, {x: inputs, y: labels})
        inputs, labels = validation.next_batch()
        report.add(session.run(loss, {x: inputs, y: labels}))
