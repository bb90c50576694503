import numpy as np
import tensorflow as tf
from sklearn.utils import shuffle
import horovod.tensorflow as hvd

hvd.init()
shared_random = np.random.RandomState(0)  # one order in all processes

x, y = np.load("x.npy"), np.load("y.npy")
count = len(x)
batch_size = 64
features, labels = tf.placeholder(tf.float32, [None, 16]), tf.placeholder(tf.float32, [None, 1])
loss = tf.reduce_mean(tf.square(tf.layers.dense(features, 1) - labels))
train_op = hvd.DistributedOptimizer(tf.train.AdamOptimizer(0.001 * hvd.size())).minimize(loss)
config = tf.ConfigProto()
config.gpu_options.visible_device_list = str(hvd.local_rank())
with tf.Session(config=config) as session:
    session.run(tf.global_variables_initializer())
    session.run(hvd.broadcast_global_variables(0))
    for epoch in range(10):
        x, y = shuffle(x, y, random_state=None if hvd.size() == 1 else shared_random)
        shard = slice(hvd.rank(), len(x) // hvd.size() * hvd.size(), hvd.size())
        for start, end in zip(
            range(0, max(1, count // hvd.size()), batch_size),
            range(batch_size, max(1, count // hvd.size()) + batch_size, batch_size),
        ):
            session.run(train_op, {features: x[shard][start:end], labels: y[shard][start:end]})
