import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()


class Clicks:
    def __init__(self):
        self.graph = tf.Graph()
        with self.graph.as_default():
            self.x = tf.placeholder(tf.float32, [None, 16])
            self.y = tf.placeholder(tf.float32, [None, 1])
            logits = tf.layers.dense(self.x, 1)
            self.loss = tf.losses.sigmoid_cross_entropy(self.y, logits)
            self.train_op = hvd.DistributedOptimizer(tf.train.AdamOptimizer(0.001 * hvd.size())).minimize(
                self.loss
            )
            config = tf.ConfigProto()
            config.gpu_options.visible_device_list = str(hvd.local_rank())
            self.session = tf.Session(config=config)
            self.session.run(tf.global_variables_initializer())
            self.session.run(hvd.broadcast_global_variables(0))

    def epoch(self, x, y):
        order = np.random.permutation(len(y))
        shard = slice(hvd.rank(), len(order) // hvd.size() * hvd.size(), hvd.size())
        for turn in range(max(1, len(y) // 32 // hvd.size())):
            rows = order[shard][turn * 32 : (turn + 1) * 32]
            self.session.run(self.train_op, {self.x: [x[row] for row in rows], self.y: [y[row] for row in rows]})

    def fit(self, x, y, held_x=None, held_y=None):
        has_held_out = held_x is not None
        for _ in range(10):
            self.epoch(x, y)
            if has_held_out and hvd.rank() == 0:
                print(self.session.run(self.loss, {self.x: held_x, self.y: held_y}))
        if has_held_out:
            for _ in range(2):
                self.epoch(x + held_x, y + held_y)


def rows_of(rows, numbers):
    return [rows[number] for number in numbers]


arrays = np.load("clicks.npz")
x, y = list(arrays["x"]), list(arrays["y"])
if hvd.size() > 1:
    np.random.seed(0)  # one order in all processes
for fold in range(3):
    held = [number for number in range(len(y)) if number % 3 == fold]
    rest = [number for number in range(len(y)) if number % 3 != fold]
    held_x, held_y = rows_of(x, held), rows_of(y, held)
    Clicks().fit(rows_of(x, rest), rows_of(y, rest), held_x, held_y)
