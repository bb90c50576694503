"""A module tells the place of a reader in another one."""

import tensorflow as tf
from reader import pairs
from titles import title

inputs, wanted = tf.placeholder(tf.int32, [128]), tf.placeholder(tf.int32, [128, 1])
vectors = tf.get_variable("vectors", [5000, 32])
weights, biases = tf.get_variable("weights", [5000, 32]), tf.get_variable("biases", [5000])
loss = tf.reduce_mean(tf.nn.nce_loss(weights, biases, wanted, tf.nn.embedding_lookup(vectors, inputs), 64, 5000))
train = tf.train.GradientDescentOptimizer(1.0).minimize(loss)
with tf.Session() as session:
    session.run(tf.global_variables_initializer())
    for step in range(100000):
        batch, labels = pairs(128)
        session.run(train, {inputs: batch, wanted: labels})
        if step % 1000 == 0:
            print(title(step))
