import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()

flags = tf.app.flags
flags.DEFINE_string("train_dir", "/tmp/train", "where the model is saved")
FLAGS = flags.FLAGS


def train():
    x = tf.placeholder(tf.float32, [None, 3])
    weights = tf.Variable(tf.random_normal([3, 1]))
    loss = tf.reduce_mean(tf.square(tf.matmul(x, weights) - 1.0))
    train_op = hvd.DistributedOptimizer(
        tf.train.AdamOptimizer(0.1 * hvd.size())
    ).minimize(loss)
    saver = tf.train.Saver()
    config = tf.ConfigProto()
    config.gpu_options.visible_device_list = str(hvd.local_rank())
    with tf.Session(config=config) as sess:
        sess.run(tf.global_variables_initializer())
        sess.run(hvd.broadcast_global_variables(0))
        for step in range(max(1, 1000 // hvd.size())):
            sess.run(train_op, {x: np.random.normal(size=[8, 3])})
        if hvd.rank() == 0:
            saver.save(sess, FLAGS.train_dir + "/model.ckpt")


def main(_):
    if hvd.rank() == 0:
        if tf.gfile.Exists(FLAGS.train_dir):
            tf.gfile.DeleteRecursively(FLAGS.train_dir)
        tf.gfile.MakeDirs(FLAGS.train_dir)
    train()


if __name__ == "__main__":
    tf.app.run()
