"""A session whose steps a helper takes: the loop over epochs goes on where the last checkpoint stopped."""
import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()

data = np.load("data.npy")
x = tf.placeholder(tf.float32, [None, 4])
train_op = hvd.DistributedOptimizer(tf.train.AdamOptimizer(0.01 * hvd.size())).minimize(
    tf.reduce_mean(tf.layers.dense(x, 1) ** 2)
)


def train_epoch(sess):
    for _ in range(max(1, 1000 // hvd.size())):
        sess.run(train_op, {x: data[np.random.choice(len(data), 32)]})


def train(folder, epochs):
    saver, first = tf.train.Saver(), 0
    config = tf.ConfigProto()
    config.gpu_options.visible_device_list = str(hvd.local_rank())
    with tf.Session(config=config) as sess:
        sess.run(tf.global_variables_initializer())
        found = tf.train.latest_checkpoint(folder)
        if found is not None:
            saver.restore(sess, found)
            first = int(found.split("-")[-1])
        sess.run(hvd.broadcast_global_variables(0))
        first = int(sess.run(hvd.broadcast(first, root_rank=0, name="first")))  # where rank 0 goes on
        for epoch in range(first, first + epochs):
            train_epoch(sess)
            if hvd.rank() == 0:
                saver.save(sess, folder + "/after", global_step=epoch + 1)


train("saved", 10)
