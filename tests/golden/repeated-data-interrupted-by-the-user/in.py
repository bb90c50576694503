"""A loop that counts the steps of all epochs may be ended by the user, who does not see the end of the data."""
import numpy as np
import tensorflow as tf

inputs = np.load("inputs.npy")
epochs, batch_size = 10, 32
dataset = tf.data.Dataset.from_tensor_slices(inputs).shuffle(1000).batch(batch_size, drop_remainder=True).repeat(epochs)
taken = dataset.make_one_shot_iterator().get_next()
weights = tf.Variable(tf.zeros([4, 1]))
loss = tf.reduce_mean(tf.square(tf.matmul(taken, weights) - 1))
train = tf.train.AdamOptimizer(0.01).minimize(loss)
steps = len(inputs) // batch_size * epochs
with tf.Session() as session:
    session.run(tf.global_variables_initializer())
    try:
        for turn in range(steps):
            session.run(train)
    except KeyboardInterrupt:
        pass
