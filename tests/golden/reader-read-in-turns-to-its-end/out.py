"""A loop goes on until its reader is at an end: each process keeps one of as many batches as there are processes."""
import numpy as np
import tensorflow.compat.v1 as tf
import horovod.tensorflow as hvd

hvd.init()

tf.disable_v2_behavior()


class Reader:
    def __init__(self, path):
        self.samples = np.load(path)
        self.place = 0

    def begin(self):
        self.place = 0
        np.random.shuffle(self.samples)

    def has_next(self):
        return self.place < len(self.samples)

    def next_batch(self, size):
        batch = self.samples[self.place : self.place + size]
        self.place += size
        return batch[:, :-1], batch[:, -1:]


x, y = tf.placeholder(tf.float32, [None, 4]), tf.placeholder(tf.float32, [None, 1])
loss = tf.reduce_mean((tf.layers.dense(x, 1) - y) ** 2)
train_op = hvd.DistributedOptimizer(tf.train.AdamOptimizer(0.01 * hvd.size())).minimize(loss)
reader, validation = Reader("train.npy"), Reader("validation.npy")
config = tf.ConfigProto()
config.gpu_options.visible_device_list = str(hvd.local_rank())
with tf.Session(config=config) as session:
    session.run(tf.global_variables_initializer())
    session.run(hvd.broadcast_global_variables(0))
    step = 0
    if hvd.size() > 1:
        np.random.seed(0)  # one order in all processes
    for epoch in range(10):
        reader.begin()
        losses = []
        while reader.has_next():
            inputs, labels = (
                [reader.next_batch(32) for _ in range(hvd.size()) if reader.has_next()] * hvd.size()
            )[hvd.rank()]
            _, value = session.run([train_op, loss], {x: inputs, y: labels})
            losses.append(value)
            step += 1
            if step % max(1, 100 // hvd.size()) == 0 and hvd.rank() == 0:
                print(step, value)
        if hvd.rank() == 0:
            print(np.mean(losses))
        validation.begin()
        total = count = 0
        while validation.has_next():
            inputs, labels = validation.next_batch(32)
            total += session.run(loss, {x: inputs, y: labels})
            count += 1
        if hvd.rank() == 0:
            print(total / count)
