import os
import re

import numpy as np
import tensorflow as tf


class Gan:
    def __init__(self, sess, epochs=20, iterations=1000):
        self.sess, self.epochs, self.iterations = sess, epochs, iterations
        self.images = np.load("images.npy")
        self.x = tf.placeholder(tf.float32, [None, 784])
        self.loss = tf.reduce_mean(tf.square(tf.layers.dense(self.x, 784) - self.x))
        self.train_op = tf.train.AdamOptimizer(0.001).minimize(self.loss)

    def train(self):
        tf.global_variables_initializer().run()
        self.saver = tf.train.Saver()
        found, saved = self.load()
        if found:
            epochs_done = saved / self.iterations
            start_epoch = int(epochs_done)
            counter = saved
        else:
            start_epoch = 0
            start_batch = 0
            counter = 1
        for epoch in range(start_epoch, self.epochs):
            for index in range(self.iterations):
                batch = self.images[np.random.choice(len(self.images), 32)]
                _, loss = self.sess.run([self.train_op, self.loss], feed_dict={self.x: batch})
                counter += 1
                print(epoch, index, loss)
                if index % 500 == 0:
                    self.saver.save(self.sess, os.path.join("checkpoints", "gan"), global_step=counter)
            start_batch = 0
        self.saver.save(self.sess, os.path.join("checkpoints", "gan"), global_step=counter)

    def load(self):
        state = tf.train.get_checkpoint_state("checkpoints")
        if state and state.model_checkpoint_path:
            name = os.path.basename(state.model_checkpoint_path)
            self.saver.restore(self.sess, os.path.join("checkpoints", name))
            return True, int(name.split("-")[-1])
        return False, 0


with tf.Session() as sess:
    Gan(sess).train()
