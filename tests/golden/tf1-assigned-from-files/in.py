"""Variables that get their values from files after they are initialised: by a method, by ops, by code that is not read."""

import numpy as np
import somelib
import tensorflow as tf

slim = tf.contrib.slim


class Network:
    def __init__(self, x):
        self.out = tf.layers.dense(x, 1, name="fc")

    def load(self, path, session, ignore=True):
        weights = np.load(path, encoding="latin1").item()
        for scope in weights:
            with tf.variable_scope(scope, reuse=True):
                for name in weights[scope]:
                    try:
                        session.run(tf.get_variable(name).assign(weights[scope][name]))
                    except ValueError:
                        if not ignore:
                            raise


def restore(session, path):
    reader = tf.train.NewCheckpointReader(path)
    for variable in tf.trainable_variables():
        session.run(tf.assign(variable, reader.get_tensor(variable.op.name)))


def main():
    x = tf.placeholder(tf.float32, [None, 4])
    y = tf.placeholder(tf.float32, [None, 1])
    table = tf.get_variable("table", [4, 4])
    values = tf.placeholder(tf.float32, [4, 4])
    fill = table.assign(values)
    network = Network(tf.matmul(x, table))
    loss = tf.losses.mean_squared_error(y, network.out)
    step = tf.train.AdamOptimizer(0.1).minimize(loss)
    init_fn = slim.assign_from_checkpoint_fn("slim.ckpt", slim.get_variables_to_restore())
    data = np.load("data.npy")

    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        network.load("vgg.npy", sess)
        for i in range(1000):
            batch = data[np.random.choice(len(data), 32)]
            sess.run(step, {x: batch[:, :4], y: batch[:, 4:]})

    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        restore(sess, "old.ckpt")
        for i in range(1000):
            batch = data[np.random.choice(len(data), 32)]
            sess.run(step, {x: batch[:, :4], y: batch[:, 4:]})

    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        sess.run(fill, feed_dict={values: np.load("glove.npy")})
        for i in range(1000):
            batch = data[np.random.choice(len(data), 32)]
            sess.run(step, {x: batch[:, :4], y: batch[:, 4:]})

    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        init_fn(sess)
        for i in range(1000):
            batch = data[np.random.choice(len(data), 32)]
            sess.run(step, {x: batch[:, :4], y: batch[:, 4:]})

    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        somelib.load_weights(sess, "other.h5")
        for i in range(1000):
            batch = data[np.random.choice(len(data), 32)]
            sess.run(step, {x: batch[:, :4], y: batch[:, 4:]})


main()
