import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()

images, labels = np.load("images.npy"), np.load("labels.npy")
x = tf.placeholder(tf.float32, [None, 784])
y = tf.placeholder(tf.int64, [None])
rate = tf.placeholder(tf.float32)
loss = tf.losses.sparse_softmax_cross_entropy(y, tf.layers.dense(x, 10))
step = hvd.DistributedOptimizer(tf.train.AdamOptimizer(rate * hvd.size())).minimize(
    loss
)
epoch = 0.0
config = tf.ConfigProto()
config.gpu_options.visible_device_list = str(hvd.local_rank())
with tf.Session(config=config) as sess:
    sess.run(tf.global_variables_initializer())
    sess.run(hvd.broadcast_global_variables(0))
    for i in range(max(1, 10000 // hvd.size())):
        rows = np.random.randint(0, len(images), 16)
        epoch = epoch + 16 / len(images)
        feed = {
            x: images[rows],
            y: labels[rows],
            rate: 0.001 * 0.25 ** int(epoch * hvd.size() / 3),
        }
        value, _ = sess.run([loss, step], feed)
        if i % max(1, 100 // hvd.size()) == 0 and hvd.rank() == 0:
            print(epoch, value)
    if hvd.rank() == 0:
        tf.train.Saver().save(sess, "model/dense")
