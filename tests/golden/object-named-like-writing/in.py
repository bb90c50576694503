"""An object of a library that is not read, called by a name that begins as those of what writes."""

import numpy as np
import sonnet as snt
import tensorflow as tf


class Access(snt.AbstractModule):
    def __init__(self, name="access"):
        super().__init__(name=name)
        with self._enter_variable_scope():
            self._write_weights_mod = snt.Linear(4, name="write_weights")

    def _build(self, x):
        return self._write_weights_mod(x)


x = tf.placeholder(tf.float32, [None, 4])
step = tf.train.AdamOptimizer(0.001).minimize(tf.reduce_mean(Access()(x)))
data = np.load("data.npy")
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for i in range(1000):
        sess.run(step, {x: data[np.random.choice(len(data), 32)]})
