"""The epoch is computed from the turn, and the rate from the epoch."""
import numpy as np
import tensorflow as tf

inputs = np.load("inputs.npy")
batch_size, epochs, start_rate, decay_after = 32, 150, 0.02, 15
steps = (len(inputs) // batch_size) * epochs
x = tf.placeholder(tf.float32, [None, 4])
loss = tf.reduce_mean(tf.layers.dense(x, 1) ** 2)
rate = tf.Variable(start_rate, trainable=False)
train = tf.train.AdamOptimizer(rate).minimize(loss)
saver = tf.train.Saver()
with tf.Session() as session:
    session.run(tf.global_variables_initializer())
    for turn in range(steps):
        session.run(train, {x: inputs[np.random.randint(0, len(inputs), batch_size)]})
        if turn > 1 and (turn + 1) % (steps // epochs) == 0:
            epoch = turn // (len(inputs) // batch_size)
            if epoch + 1 >= decay_after:
                ratio = max(0, 1.0 * (epochs - (epoch + 1)) / (epochs - decay_after))
                session.run(rate.assign(start_rate * ratio))
            saver.save(session, "checkpoints/model.ckpt", epoch)
