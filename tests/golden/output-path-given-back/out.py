"""A network that gives the path of its checkpoint back, to be restored in a session of its own."""
import numpy as np
import tensorflow.compat.v1 as tf
import horovod.tensorflow as hvd

hvd.init()


def barrier():
    """Wait until every process has come here."""
    config = tf.ConfigProto(device_count={"GPU": 0})
    with tf.Graph().as_default():
        with tf.Session(config=config) as session:
            session.run(hvd.broadcast(0, root_rank=0, name="barrier"))


tf.disable_v2_behavior()


class Net:
    def __init__(self):
        self.x = tf.placeholder(tf.float32, [None, 8])
        self.y = tf.placeholder(tf.float32, [None, 1])
        self.predicted = tf.layers.dense(self.x, 1)
        self.loss = tf.reduce_mean(tf.square(self.predicted - self.y))

    def save(self, sess, path):
        saver = tf.train.Saver()
        saved = saver.save(sess, path) if hvd.rank() == 0 else path
        return saved

    def restore(self, sess, path):
        saver = tf.train.Saver()
        barrier()  # until rank 0 has written the files
        saver.restore(sess, path)
        if hvd.rank() == 0:
            print("restored", path)

    def predict(self, path, x):
        config = tf.ConfigProto()
        config.gpu_options.visible_device_list = str(hvd.local_rank())
        with tf.Session(config=config) as sess:
            sess.run(tf.global_variables_initializer())
            self.restore(sess, path)
            return sess.run(self.predicted, {self.x: x})


def train(net, x, y, path="saved/model.ckpt"):
    step = hvd.DistributedOptimizer(tf.train.AdamOptimizer(0.01 * hvd.size())).minimize(net.loss)
    config = tf.ConfigProto()
    config.gpu_options.visible_device_list = str(hvd.local_rank())
    with tf.Session(config=config) as sess:
        sess.run(tf.global_variables_initializer())
        sess.run(hvd.broadcast_global_variables(0))
        shard = slice(hvd.rank(), len(x) // hvd.size() * hvd.size(), hvd.size())
        for epoch in range(20):
            for start in range(0, max(1, len(x) // hvd.size()), 50):
                sess.run(
                    step,
                    {net.x: x[shard][start : start + 50], net.y: y[shard][start : start + 50]},
                )
            path = net.save(sess, path)
    return path


features, targets = np.load("features.npy"), np.load("targets.npy")
network = Net()
where = train(network, features, targets)
network_predict = network.predict(where, features).mean()
if hvd.rank() == 0:
    print("mean:", network_predict)
