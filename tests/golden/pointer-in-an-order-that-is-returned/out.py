import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()


def next_batch(images, labels, size, place):
    start = place
    place += size
    if place > images.shape[0]:
        order = np.arange(images.shape[0])
        np.random.shuffle(order)
        images = images[order]
        labels = labels[order]
        start, place = 0, size
    return images[start:place], labels[start:place], images, labels, place


def train(images, labels, epochs=10, size=32):
    inputs = tf.placeholder(tf.float32, [None, 784])
    targets = tf.placeholder(tf.float32, [None, 10])
    loss = tf.losses.softmax_cross_entropy(targets, tf.layers.dense(inputs, 10))
    step = hvd.DistributedOptimizer(
        tf.train.AdamOptimizer(0.001 * hvd.size())
    ).minimize(loss)
    place = 0
    config = tf.ConfigProto()
    config.gpu_options.visible_device_list = str(hvd.local_rank())
    with tf.Session(config=config) as session:
        session.run(tf.global_variables_initializer())
        session.run(hvd.broadcast_global_variables(0))
        for turn in range(max(1, epochs * images.shape[0] // hvd.size())):
            x, y, images, labels, place = next_batch(images, labels, size, place)
            session.run(step, feed_dict={inputs: x, targets: y})


train(np.load("images.npy"), np.load("labels.npy"))
