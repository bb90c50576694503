import numpy as np
import tensorflow.compat.v1 as tf
import horovod.tensorflow as hvd

hvd.init()

tf.disable_eager_execution()

BATCH = 64
STEPS = 20000
with np.load("mnist.npz") as data:
    images, labels = data["x_train"].reshape(-1, 784) / 255, data["y_train"]
x = tf.placeholder(tf.float32, [None, 784])
y = tf.placeholder(tf.int64, [None])
rate = tf.placeholder(tf.float32)
loss = tf.losses.sparse_softmax_cross_entropy(y, tf.layers.dense(x, 10))
train = hvd.DistributedOptimizer(
    tf.train.AdamOptimizer(rate * hvd.size())
).minimize(loss)
rates = np.logspace(-3, -5, STEPS)
config = tf.ConfigProto()
config.gpu_options.visible_device_list = str(hvd.local_rank())
with tf.Session(config=config) as sess:
    sess.run(tf.global_variables_initializer())
    sess.run(hvd.broadcast_global_variables(0))
    for step in range(max(1, STEPS // hvd.size())):
        batch = np.random.choice(len(images), BATCH)
        feed = {
            x: images[batch], y: labels[batch], rate: rates[step * hvd.size()]
        }
        _, value = sess.run([train, loss], feed)
        if step % max(1, 100 // hvd.size()) == 0 and hvd.rank() == 0:
            print(step, value)
