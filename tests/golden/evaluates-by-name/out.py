import numpy as np
import tensorflow as tf

x = tf.placeholder(tf.float32, [None, 8])
w = tf.get_variable("w", [8, 8])
loss = tf.reduce_mean(tf.square(tf.matmul(x, w) - x))
train_op = tf.train.AdamOptimizer(1e-3).minimize(loss)
saver = tf.train.Saver()


def batches(name):
    data = np.load(name)
    return [data[i : i + 32] for i in range(0, len(data), 32)]


def train(batch, session):
    value, _ = session.run([loss, train_op], {x: batch})
    return value


def predict(batch, session):
    return session.run(loss, {x: batch})


def run_epoch(session, batch_data, is_train):
    run = train if is_train else predict
    losses = []
    for batch in batch_data:
        losses.append(run(batch, session))
    return np.mean(losses)


training, validation = batches("train.npy"), batches("valid.npy")
with tf.Session() as session:
    session.run(tf.global_variables_initializer())
    best = float("inf")
    for epoch in range(100):
        run_epoch(session, training, True)
        score = run_epoch(session, validation, False)
        if score < best:
            best = score
            saver.save(session, "model/best")
