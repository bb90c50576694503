"""The loop over epochs hands its session to what trains one, and is left by what that gives back."""
import numpy as np
import tensorflow as tf

rows = tf.placeholder(tf.float32, [None, 3])
loss = tf.reduce_mean(tf.square(tf.layers.dense(rows[:, :2], 1) - rows[:, 2:]))
train_op = tf.train.GradientDescentOptimizer(0.01).minimize(loss)


def train_epoch(session, data):
    for start in range(0, len(data), 32):
        found, _ = session.run([loss, train_op], {rows: data[start : start + 32]})
    return found


def main():
    data = np.load("rows.npy")
    with tf.Session() as session:
        session.run(tf.global_variables_initializer())
        for _ in range(50):
            if train_epoch(session, data) < 0.1:
                break


main()
