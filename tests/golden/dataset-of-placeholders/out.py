import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()


def shuffled(*arrays):
    if hvd.size() > 1:
        np.random.seed(0)  # one order in all processes
    order = np.random.permutation(len(arrays[0]))
    return [array[order] for array in arrays]


x, y = shuffled(np.load("x.npy"), np.load("y.npy"))
x_given = tf.placeholder(tf.float32, [None, 8])
y_given = tf.placeholder(tf.int64, [None])
data = (
    tf.data.Dataset.from_tensor_slices((x_given, y_given))
    .apply(
        lambda data: data.shard(hvd.size(), hvd.rank()).take(
            tf.data.experimental.cardinality(data) // hvd.size()
        ) if hvd.size() > 1 else data
    )
    .batch(32)
    .repeat(5 if hvd.size() == 1 else None)
)
iterator = data.make_initializable_iterator()
batch, labels = iterator.get_next()
loss = tf.losses.sparse_softmax_cross_entropy(labels, tf.layers.dense(batch, 10))
train = hvd.DistributedOptimizer(
    tf.train.GradientDescentOptimizer(0.1 * hvd.size())
).minimize(loss)

config = tf.ConfigProto()
config.gpu_options.visible_device_list = str(hvd.local_rank())
with tf.Session(config=config) as sess:
    sess.run(tf.global_variables_initializer())
    sess.run(hvd.broadcast_global_variables(0))
    sess.run(iterator.initializer, feed_dict={x_given: x, y_given: y})
    for step in range(max(1, 5 * len(y) // 32 // hvd.size())):
        sess.run(train)
    if hvd.rank() == 0:
        tf.train.Saver().save(sess, "model")
