"""A graph that reads its samples itself, by what is not seen: each process seeds it otherwise, so that they draw others."""

import tensorflow as tf

from recordings import batches

flags = tf.app.flags
flags.DEFINE_integer("seed", 8964, "Seed of the graph.")
FLAGS = flags.FLAGS


def main(_):
    tf.set_random_seed(FLAGS.seed)
    x = batches("train")
    loss = tf.reduce_mean(tf.square(tf.layers.dense(x, 8) - x))
    train_op = tf.train.AdamOptimizer(0.001).minimize(loss)
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        for step in range(10000):
            sess.run(train_op)


if __name__ == "__main__":
    tf.app.run()
