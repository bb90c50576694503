"""A graph that reads its samples itself, by what is not seen: each process seeds it otherwise, so that they draw others."""

import tensorflow as tf

from recordings import batches
import horovod.tensorflow as hvd

hvd.init()

flags = tf.app.flags
flags.DEFINE_integer("seed", 8964, "Seed of the graph.")
FLAGS = flags.FLAGS


def main(_):
    tf.set_random_seed(FLAGS.seed + hvd.rank())
    x = batches("train")
    loss = tf.reduce_mean(tf.square(tf.layers.dense(x, 8) - x))
    train_op = hvd.DistributedOptimizer(tf.train.AdamOptimizer(0.001 * hvd.size())).minimize(loss)
    config = tf.ConfigProto()
    config.gpu_options.visible_device_list = str(hvd.local_rank())
    with tf.Session(config=config) as sess:
        sess.run(tf.global_variables_initializer())
        sess.run(hvd.broadcast_global_variables(0))
        for step in range(max(1, 10000 // hvd.size())):
            sess.run(train_op)


if __name__ == "__main__":
    tf.app.run()
