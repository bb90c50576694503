import numpy as np
import tensorflow as tf
from keras import backend as K
import horovod.tensorflow as hvd
import keras

hvd.init()
config = tf.ConfigProto()
config.gpu_options.allow_growth = True
config.gpu_options.visible_device_list = str(hvd.local_rank())
keras.backend.set_session(tf.Session(config=config))

x = tf.placeholder(tf.float32, [None, 512])
y = tf.placeholder(tf.float32, [None, 1])
loss = tf.reduce_mean(tf.square(tf.layers.dense(x, 1) - y))
op = hvd.DistributedOptimizer(
    tf.train.AdamOptimizer(0.001 * hvd.size())
).minimize(loss)
images, targets = np.load("x.npy"), np.load("y.npy")
sess = K.get_session()
sess.run(tf.global_variables_initializer())
sess.run(hvd.broadcast_global_variables(0))
if hvd.size() > 1:
    np.random.seed(0)  # one order in all processes
for epoch in range(10):
    order = np.random.permutation(len(images))
    shard = slice(
        hvd.rank(), len(order) // hvd.size() * hvd.size(), hvd.size()
    )
    for i in range(max(1, len(images) // 32 // hvd.size())):
        rows = order[shard][i * 32 : (i + 1) * 32]
        sess.run(op, {x: images[rows], y: targets[rows]})
