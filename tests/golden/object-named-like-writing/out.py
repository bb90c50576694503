"""An object of a library that is not read, called by a name that begins as those of what writes."""

import numpy as np
import sonnet as snt
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()


class Access(snt.AbstractModule):
    def __init__(self, name="access"):
        super().__init__(name=name)
        with self._enter_variable_scope():
            self._write_weights_mod = snt.Linear(4, name="write_weights")

    def _build(self, x):
        return self._write_weights_mod(x)


x = tf.placeholder(tf.float32, [None, 4])
step = hvd.DistributedOptimizer(tf.train.AdamOptimizer(0.001 * hvd.size())).minimize(
    tf.reduce_mean(Access()(x))
)
data = np.load("data.npy")
config = tf.ConfigProto()
config.gpu_options.visible_device_list = str(hvd.local_rank())
with tf.Session(config=config) as sess:
    sess.run(tf.global_variables_initializer())
    sess.run(hvd.broadcast_global_variables(0))
    for i in range(max(1, 1000 // hvd.size())):
        sess.run(step, {x: data[np.random.choice(len(data), 32)]})
