"""Loops that go on, or are left, at a number of steps that a session gives."""

import tensorflow as tf

flags = tf.app.flags
flags.DEFINE_integer("steps", 10000, "Steps to train.")
FLAGS = flags.FLAGS
LONGER = 20000


def batches(path):
    data = tf.data.TFRecordDataset(path).map(lambda record: tf.decode_raw(record, tf.float32))
    return data.shuffle(100).repeat().batch(4).make_one_shot_iterator().get_next()


def main(_):
    loss = tf.reduce_mean(tf.layers.dense(batches("train.rec"), 2))
    global_step = tf.train.create_global_step()
    train = tf.train.AdamOptimizer(1e-4).minimize(loss, global_step=global_step)
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        while True:
            step, value, _ = sess.run([global_step, loss, train])
            if step % 100 == 0:
                print(step, value)
            if step >= FLAGS.steps:
                break
        while tf.train.global_step(sess, global_step) < LONGER:
            sess.run(train)


tf.app.run(main)
