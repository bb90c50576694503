"""A session that goes on where its last checkpoint stopped."""
import numpy as np
import tensorflow as tf

data = np.load("data.npy")
x = tf.placeholder(tf.float32, [None, 4])
train_op = tf.train.AdamOptimizer(0.01).minimize(tf.reduce_mean(tf.layers.dense(x, 1) ** 2))
saver = tf.train.Saver()


def load(sess, folder):
    state = tf.train.get_checkpoint_state(folder)
    if state is None:
        return 0
    saver.restore(sess, state.model_checkpoint_path)
    return int(state.model_checkpoint_path.split("-")[-1])


with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    done = load(sess, "saved")
    for i in range(done + 1, 10000):
        sess.run(train_op, {x: data[np.random.choice(len(data), 32)]})
        if i % 1000 == 0:
            saver.save(sess, "saved/model", global_step=i)
