"""Train in one session, and score in another one, which is closed when that is done."""

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


class Line:
    def __init__(self):
        self.graph = tf.Graph()
        with self.graph.as_default():
            self.x = tf.placeholder(tf.float32, [None, 1])
            self.y = tf.placeholder(tf.float32, [None, 1])
            slope = tf.Variable(1.0)
            self.loss = tf.reduce_mean(tf.square(slope * self.x - self.y))
            self.train_op = hvd.DistributedOptimizer(
                tf.train.GradientDescentOptimizer(0.1 * hvd.size())
            ).minimize(self.loss)
            self.start = tf.global_variables_initializer()
            self.saver = tf.train.Saver()

    def fit(self, x, y, batch_size=8):
        with self.graph.as_default():
            config = tf.ConfigProto()
            config.gpu_options.visible_device_list = str(hvd.local_rank())
            with tf.Session(config=config) as self.session:
                self.session.run(self.start)
                self.session.run(hvd.broadcast_global_variables(0))
                shard = slice(hvd.rank(), len(x) // hvd.size() * hvd.size(), hvd.size())
                for begin in range(0, max(1, len(x) // hvd.size()), batch_size):
                    end = begin + batch_size
                    self.session.run(
                        self.train_op, {self.x: x[shard][begin:end], self.y: y[shard][begin:end]}
                    )
                if hvd.rank() == 0:
                    self.saver.save(self.session, "line/model")

    def score(self, x, y):
        with self.graph.as_default():
            config = tf.ConfigProto()
            config.gpu_options.visible_device_list = str(hvd.local_rank())
            with tf.Session(config=config) as self.session:
                barrier()  # until rank 0 has written line/model
                self.saver.restore(self.session, "line/model")
                return self.session.run(self.loss, {self.x: x, self.y: y})


samples = np.linspace(0, 1, 64).reshape(-1, 1)
line = Line()
line.fit(samples, 2 * samples)
line_score = line.score(samples, 2 * samples)
if hvd.rank() == 0:
    print(line_score)
