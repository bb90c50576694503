import os
import tensorflow.compat.v1 as tf
tf.disable_v2_behavior()

data = tf.data.Dataset.from_tensor_slices(tf.random.stateless_uniform([64, 3], [1, 2])).repeat().batch(8)
batch = tf.data.make_one_shot_iterator(data).get_next()
weights = tf.get_variable("weights", [3, 1])
loss = tf.reduce_mean(tf.square(tf.matmul(batch, weights) - 1.0))
step = tf.train.get_or_create_global_step()
rate = tf.train.exponential_decay(0.1, step, 100, 0.9, staircase=True)
train_op = tf.train.AdamOptimizer(rate).minimize(loss, global_step=step)
saver = tf.train.Saver(max_to_keep=2)
latest = tf.train.latest_checkpoint("saved")


def start(sess):
    if latest:
        saver.restore(sess, latest)  # go on where it stopped
    else:
        sess.run(tf.global_variables_initializer())


sess = tf.Session(); start(sess)
tf.get_default_graph().finalize()
for i in range(32):
    sess.run(train_op)
    if i % 8 == 7:
        saver.save(sess, os.path.join("saved", "model"), global_step=step)
sess.close()
