import json
import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()


class Network:
    def __init__(self, *args, units=64, two_heads=False, **kwargs):
        self.units = units
        self.two_heads = two_heads
        self.params = {}
        self.params["train_loss"] = []

    def build(self):
        self.x = tf.placeholder(tf.float32, [None, 4])
        self.y = tf.placeholder(tf.float32, [None, 1])
        h = tf.layers.dense(self.x, self.units, tf.nn.relu)
        out = tf.layers.dense(h, 1)
        if self.two_heads:
            out = out + tf.layers.dense(tf.square(h), 1)
        self.loss = tf.losses.mean_squared_error(self.y, out)
        self.step = hvd.DistributedOptimizer(
            tf.train.AdamOptimizer(0.001 * hvd.size())
        ).minimize(self.loss)

    def load(self, path):
        with open(path) as f:
            self.params = json.load(f)
        self.units = self.params["units"]
        self.two_heads = self.params["two_heads"]

    def keep(self):
        self.params["units"] = self.units
        self.params["two_heads"] = self.two_heads
        if hvd.rank() == 0:
            with open("params.json", "w") as f:
                json.dump(self.params, f)

    def train(self, sess, x, y, epochs, size=16):
        if hvd.size() > 1:
            np.random.seed(0)  # one order in all processes
        for epoch in range(epochs):
            order = np.random.permutation(len(x))
            shard = slice(hvd.rank(), len(order) // hvd.size() * hvd.size(), hvd.size())
            for i in range(max(1, len(x) // size // hvd.size())):
                rows = order[shard][i * size : (i + 1) * size]
                loss, _ = sess.run([self.loss, self.step], {self.x: x[rows], self.y: y[rows]})
                self.params["train_loss"].append(float(loss))


x, y = np.load("x.npy"), np.load("y.npy")
net = Network(units=32, two_heads=True)
net.build()
config = tf.ConfigProto()
config.gpu_options.visible_device_list = str(hvd.local_rank())
with tf.Session(config=config) as sess:
    sess.run(tf.global_variables_initializer())
    sess.run(hvd.broadcast_global_variables(0))
    net.train(sess, x, y, 10)
    net.keep()
    if hvd.rank() == 0:
        tf.train.Saver().save(sess, "model/net")
