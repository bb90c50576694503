"""A graph is built in a function, and asked for its operations by their names, of which one takes the steps."""

import numpy as np
import tensorflow as tf


def build():
    x = tf.placeholder(tf.float32, [None, 4], name="x")
    loss = tf.reduce_mean(tf.layers.dense(x, 1) ** 2, name="loss")
    optimizer = tf.train.GradientDescentOptimizer(0.1)
    optimizer.apply_gradients(optimizer.compute_gradients(loss), name="train_op")


def train(samples, steps):
    build()
    graph = tf.get_default_graph()
    loss = graph.get_tensor_by_name("loss:0")
    train_op = graph.get_operation_by_name("train_op")
    with tf.Session() as session:
        session.run(tf.global_variables_initializer())
        for step in range(steps):
            rows = np.random.randint(0, len(samples), 32)
            _, value = session.run([train_op, loss], feed_dict={"x:0": samples[rows]})
            print(step, value)


train(np.load("samples.npy"), 1000)
