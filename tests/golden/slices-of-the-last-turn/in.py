"""The last turn of a loop takes what is left: of the samples of a process, not also what is that of others."""

import pickle
import random

import tensorflow as tf

BATCH = 32
with open("sessions.pkl", "rb") as file:
    sessions = pickle.load(file)
random.shuffle(sessions)
clicks, bought = zip(*sessions)
x = tf.placeholder(tf.float32, [None, 8])
y = tf.placeholder(tf.float32, [None, 1])
loss = tf.reduce_mean((tf.layers.dense(x, 1) - y) ** 2)
train_op = tf.train.AdamOptimizer(0.001).minimize(loss)
batches = len(clicks) // BATCH
with tf.Session() as session:
    session.run(tf.global_variables_initializer())
    for epoch in range(20):
        for turn in range(batches + 1):
            if turn != batches:
                given = clicks[turn * BATCH : (turn + 1) * BATCH]
                wanted = bought[turn * BATCH : (turn + 1) * BATCH]
            else:
                given = clicks[turn * BATCH :]
                wanted = bought[turn * BATCH :]
            session.run(train_op, {x: given, y: wanted})
