import numpy as np
import tensorflow as tf

flags = tf.app.flags
flags.DEFINE_string("train_dir", "/tmp/train", "where the model is saved")
FLAGS = flags.FLAGS


def train():
    x = tf.placeholder(tf.float32, [None, 3])
    weights = tf.Variable(tf.random_normal([3, 1]))
    loss = tf.reduce_mean(tf.square(tf.matmul(x, weights) - 1.0))
    train_op = tf.train.AdamOptimizer(0.1).minimize(loss)
    saver = tf.train.Saver()
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        for step in range(1000):
            sess.run(train_op, {x: np.random.normal(size=[8, 3])})
        saver.save(sess, FLAGS.train_dir + "/model.ckpt")


def main(_):
    if tf.gfile.Exists(FLAGS.train_dir):
        tf.gfile.DeleteRecursively(FLAGS.train_dir)
    tf.gfile.MakeDirs(FLAGS.train_dir)
    train()


if __name__ == "__main__":
    tf.app.run()
