import queue
import threading

import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()


class DataFetcher(threading.Thread):
    def __init__(self, path):
        super(DataFetcher, self).__init__()
        self.stopped = False
        self.queue = queue.Queue(64)
        self.names = [line.strip() for line in open(path)]
        self.index = 0
        self.number = len(self.names)
        np.random.shuffle(self.names)

    def work(self, idx):
        return np.load(self.names[idx])

    def run(self):
        while self.index < 9000000 and not self.stopped:
            self.queue.put(self.work(self.index % self.number))
            self.index += 1
            if self.index % self.number == 0:
                np.random.shuffle(self.names)

    def fetch(self):
        if self.stopped:
            return None
        return self.queue.get()


x = tf.placeholder(tf.float32, [None, 4])
w = tf.Variable(tf.zeros([4, 1]))
loss = tf.reduce_mean(tf.square(tf.matmul(x, w)))
train_op = hvd.DistributedOptimizer(
    tf.train.AdamOptimizer(1e-3 * hvd.size())
).minimize(loss)
data = DataFetcher("names.txt")
data.setDaemon(True)
data.start()
config = tf.ConfigProto()
config.gpu_options.visible_device_list = str(hvd.local_rank())
sess = tf.Session(config=config)
sess.run(tf.global_variables_initializer())
sess.run(hvd.broadcast_global_variables(0))
feed = dict()
saver = tf.train.Saver()
for epoch in range(10):
    for iters in range(max(1, data.number // hvd.size())):
        samples = data.fetch()
        feed[x] = samples
        sess.run(train_op, feed_dict=feed)
    if hvd.rank() == 0:
        saver.save(sess, "model")
