import os
import re

import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()


class Gan:
    def __init__(self, sess, epochs=20, iterations=1000):
        self.sess, self.epochs, self.iterations = sess, epochs, iterations
        self.images = np.load("images.npy")
        self.x = tf.placeholder(tf.float32, [None, 784])
        self.loss = tf.reduce_mean(tf.square(tf.layers.dense(self.x, 784) - self.x))
        self.train_op = hvd.DistributedOptimizer(tf.train.AdamOptimizer(0.001 * hvd.size())).minimize(
            self.loss
        )

    def train(self):
        tf.global_variables_initializer().run()
        self.saver = tf.train.Saver()
        found, saved = self.load()
        self.sess.run(hvd.broadcast_global_variables(0))
        if found:
            epochs_done = saved * hvd.size() / self.iterations
            start_epoch = int(epochs_done)
            counter = saved
        else:
            start_epoch = 0
            start_batch = 0
            counter = 1
        start_epoch = int(self.sess.run(hvd.broadcast(start_epoch, root_rank=0, name="start_epoch")))  # where rank 0 goes on
        for epoch in range(start_epoch, self.epochs):
            for index in range(max(1, self.iterations // hvd.size())):
                batch = self.images[np.random.choice(len(self.images), 32)]
                _, loss = self.sess.run([self.train_op, self.loss], feed_dict={self.x: batch})
                counter += 1
                if hvd.rank() == 0:
                    print(epoch, index, loss)
                    if index % max(1, 500 // hvd.size()) == 0:
                        self.saver.save(
                            self.sess, os.path.join("checkpoints", "gan"), global_step=counter
                        )
            start_batch = 0
        if hvd.rank() == 0:
            self.saver.save(self.sess, os.path.join("checkpoints", "gan"), global_step=counter)

    def load(self):
        state = tf.train.get_checkpoint_state("checkpoints")
        if state and state.model_checkpoint_path:
            name = os.path.basename(state.model_checkpoint_path)
            self.saver.restore(self.sess, os.path.join("checkpoints", name))
            return True, int(name.split("-")[-1])
        return False, 0


config = tf.ConfigProto()
config.gpu_options.visible_device_list = str(hvd.local_rank())
with tf.Session(config=config) as sess:
    Gan(sess).train()
