"""Two queues in one order, by chance for the training alone."""

import random

import tensorflow as tf


class Loader:
    def __init__(self, folder, batch_size, trains):
        self.folder = folder
        self.batch_size = batch_size
        self.trains = trains

    def load_batch(self):
        seed = random.randint(0, 2**31 - 1)
        with open("%s/%s.txt" % (self.folder, "train" if self.trains else "val")) as listed:
            files = listed.read().splitlines()
        images = tf.train.string_input_producer(files, seed=seed, shuffle=True if self.trains else False)
        poses = tf.train.string_input_producer(
            [name + ".pose" for name in files], seed=seed, shuffle=True if self.trains else False
        )
        image = tf.image.decode_jpeg(tf.WholeFileReader().read(images)[1])
        image.set_shape([128, 416, 3])
        pose = tf.decode_csv(tf.TextLineReader().read(poses)[1], record_defaults=[[1.0]] * 6)
        return tf.train.batch([image, tf.stack(pose)], batch_size=self.batch_size)


def predict(image, reuse):
    return tf.layers.dense(tf.layers.flatten(tf.cast(image, tf.float32)), 6, name="poses", reuse=reuse)


image, pose = Loader("drives", 4, True).load_batch()
loss = tf.losses.mean_squared_error(pose, predict(image, False))
image, pose = Loader("drives", 4, False).load_batch()
error = tf.losses.mean_squared_error(pose, predict(image, True))
train_op = tf.train.AdamOptimizer(1e-4).minimize(loss)

with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    coord = tf.train.Coordinator()
    threads = tf.train.start_queue_runners(sess, coord)
    for step in range(200000):
        sess.run(train_op)
        if step % 1000 == 0:
            print(step, sess.run(error))
    coord.request_stop()
    coord.join(threads)
