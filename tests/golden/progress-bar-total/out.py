"""A progress bar that is told the number of the turns besides the range of them."""

import numpy as np
import tensorflow as tf
from tqdm import tqdm
import horovod.tensorflow as hvd

hvd.init()
x = tf.placeholder(tf.float32, [None, 4])
step = hvd.DistributedOptimizer(tf.train.AdamOptimizer(0.1 * hvd.size())).minimize(
    tf.reduce_mean(tf.layers.dense(x, 1))
)
data = np.load("x.npy")
n = 1000
config = tf.ConfigProto()
config.gpu_options.visible_device_list = str(hvd.local_rank())
with tf.Session(config=config) as sess:
    sess.run(tf.global_variables_initializer())
    sess.run(hvd.broadcast_global_variables(0))
    for epoch in range(10):
        for _ in tqdm(
            range(max(1, n // hvd.size())),
            total=max(1, n // hvd.size()),
            unit="b",
            disable=hvd.rank() != 0,
        ):
            sess.run(step, {x: data[np.random.choice(len(data), 32)]})
