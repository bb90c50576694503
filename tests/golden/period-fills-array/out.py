"""A loop keeps what it evaluates in an array with a place for each period: it must not come to more of them."""

import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()

max_iterations, plot_every = 1000, 100
images, labels = np.load("images.npy"), np.load("labels.npy")
x = tf.placeholder(tf.float32, [None, 5])
y = tf.placeholder(tf.float32, [None, 1])
loss = tf.losses.mean_squared_error(y, tf.layers.dense(x, 1))
train_op = hvd.DistributedOptimizer(tf.train.AdamOptimizer(0.001 * hvd.size())).minimize(loss)
history = np.zeros((2, max_iterations // plot_every))

config = tf.ConfigProto()
config.gpu_options.visible_device_list = str(hvd.local_rank())
with tf.Session(config=config) as sess:
    sess.run(tf.global_variables_initializer())
    sess.run(hvd.broadcast_global_variables(0))
    place = 0
    for i in range(max(1, max_iterations // hvd.size())):
        chosen = np.random.choice(len(images), 32)
        value, _ = sess.run([loss, train_op], {x: images[chosen], y: labels[chosen]})
        if i % -(-plot_every // hvd.size()) == 0:
            history[0, place] = i
            history[1, place] = value
            place += 1
        if i % max(1, 500 // hvd.size()) == 0 and hvd.rank() == 0:
            print(i, value)
if hvd.rank() == 0:
    np.save("history.npy", history)
