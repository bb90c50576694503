"""The session of the whole project."""
import tensorflow.compat.v1 as tf

tf.disable_v2_behavior()
sess = tf.Session()


def train(op, steps=12):
    sess.run(tf.global_variables_initializer())
    for _ in range(steps):
        sess.run(op)
