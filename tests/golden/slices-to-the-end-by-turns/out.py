"""The end of a slice is that of the samples in the last turn: a process that takes turns would take those of others."""

import pickle

import tensorflow as tf

with open("spectra.pkl", "rb") as file:
    spectra = pickle.load(file)
batches = len(spectra) // 32
x = tf.placeholder(tf.float32, [None, 8])
train_op = tf.train.AdamOptimizer(0.001).minimize(tf.reduce_mean(tf.layers.dense(x, 1) ** 2))
with tf.Session() as session:
    session.run(tf.global_variables_initializer())
    for turn in range(batches):
        end = len(spectra) if turn == batches - 1 else (turn + 1) * 32
        session.run(train_op, {x: spectra[turn * 32 : end]})
