import sys
import numpy as np
import tensorflow as tf
from tensorflow.examples.tutorials.mnist import input_data
import horovod.tensorflow as hvd

hvd.init()


def barrier():
    """Wait until every process has come here."""
    config = tf.ConfigProto(device_count={"GPU": 0})
    with tf.Graph().as_default():
        with tf.Session(config=config) as session:
            session.run(hvd.broadcast(0, root_rank=0, name="barrier"))


class GAN:
    def __init__(self, sess):
        self.sess = sess
        self.x = tf.placeholder(tf.float32, [None, 784])
        self.z = tf.placeholder(tf.float32, [None, 10])
        self.loss = tf.reduce_mean(tf.square(tf.layers.dense(self.z, 784) - self.x))

    def train(self):
        if hvd.local_rank() != 0:
            barrier()  # until the first process of this host is done
        mnist = input_data.read_data_sets("./MNIST_data", one_hot=True)
        if hvd.local_rank() == 0:
            barrier()  # the others may go on
        optim = hvd.DistributedOptimizer(
            tf.train.AdamOptimizer(learning_rate=0.001 * hvd.size())
        ).minimize(self.loss)
        tf.global_variables_initializer().run()
        hvd.broadcast_global_variables(0).run()
        for id in range(max(1, 100001 // hvd.size())):
            images, labels = mnist.train.next_batch(100)
            z = np.random.uniform(-1, 1, [100, 10]).astype(np.float32)
            self.sess.run(optim, feed_dict={self.x: images, self.z: z})


class VAE:
    def __init__(self, sess):
        self.sess = sess
        self.x = tf.placeholder(tf.float32, [None, 784])
        self.loss = tf.reduce_mean(tf.square(tf.layers.dense(self.x, 784) - self.x))

    def train(self):
        if hvd.local_rank() != 0:
            barrier()  # until the first process of this host is done
        mnist = input_data.read_data_sets("./MNIST_data", one_hot=True)
        if hvd.local_rank() == 0:
            barrier()  # the others may go on
        optim = hvd.DistributedOptimizer(
            tf.train.AdamOptimizer(learning_rate=0.001 * hvd.size())
        ).minimize(self.loss)
        tf.global_variables_initializer().run()
        hvd.broadcast_global_variables(0).run()
        for id in range(max(1, 100001 // hvd.size())):
            images, labels = mnist.train.next_batch(100)
            self.sess.run(optim, feed_dict={self.x: images})


if __name__ == "__main__":
    config = tf.ConfigProto()
    config.gpu_options.visible_device_list = str(hvd.local_rank())
    with tf.Session(config=config) as sess:
        if sys.argv[1] == "gan":
            model = GAN(sess)
        else:
            model = VAE(sess)
        model.train()
