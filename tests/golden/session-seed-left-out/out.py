import numpy as np
import tensorflow as tf
from sklearn.model_selection import train_test_split
import horovod.tensorflow as hvd

hvd.init()

tf.flags.DEFINE_integer("random_state", None, "Random state.")
FLAGS = tf.flags.FLAGS
images = np.load("images.npy")
labels = np.load("labels.npy")
x_train, x_val, y_train, y_val = train_test_split(
    images,
    labels,
    test_size=0.1,
    random_state=0 if FLAGS.random_state is None and hvd.size() > 1 else FLAGS.random_state,
)
x = tf.placeholder(tf.float32, [None, 8])
y = tf.placeholder(tf.float32, [None])
loss = tf.reduce_mean((tf.layers.dense(x, 1)[:, 0] - y) ** 2)
train_op = hvd.DistributedOptimizer(tf.train.AdamOptimizer(0.001 * hvd.size())).minimize(loss)
batches = [(start, start + 32) for start in range(0, len(x_train), 32)]

config = tf.ConfigProto()
config.gpu_options.visible_device_list = str(hvd.local_rank())
with tf.Session(config=config) as sess:
    sess.run(tf.global_variables_initializer())
    sess.run(hvd.broadcast_global_variables(0))
    if hvd.size() > 1:
        np.random.seed(0)  # one order in all processes
    for epoch in range(10):
        np.random.shuffle(batches)
        shard = slice(hvd.rank(), len(batches) // hvd.size() * hvd.size(), hvd.size())
        for start, end in batches[shard]:
            sess.run(train_op, {x: x_train[start:end], y: y_train[start:end]})
