"""A loop that counts the steps of all epochs, over a dataset that is repeated as often: its parts may be smaller."""
import numpy as np
import tensorflow as tf

inputs = np.load("inputs.npy")
epochs, batch_size = 10, 32
x = tf.placeholder(inputs.dtype, inputs.shape)
dataset = tf.data.Dataset.from_tensor_slices(x).shuffle(1000)
dataset = dataset.batch(batch_size, drop_remainder=True)
dataset = dataset.repeat(epochs)
iterator = dataset.make_initializable_iterator()
taken = iterator.get_next()
weights = tf.Variable(tf.zeros([4, 1]))
loss = tf.reduce_mean(tf.square(tf.matmul(taken, weights) - 1))
train = tf.train.AdamOptimizer(0.01).minimize(loss)
steps = len(inputs) // batch_size * epochs
with tf.Session() as session:
    session.run(tf.global_variables_initializer())
    session.run(iterator.initializer, {x: inputs})
    for turn in range(steps):
        session.run(train)
