"""What a `while` counts up to a number, turn by turn, is what a `for` over a range does: it reads, fills and alternates by it."""

import numpy as np
import tensorflow as tf

SIZE = 32
samples, targets = np.load("samples.npy"), np.load("targets.npy")
x = tf.placeholder(tf.float32, [None, 4])
y = tf.placeholder(tf.float32, [None, 1])
rate = tf.placeholder(tf.float32, [])
score = tf.layers.dense(x, 1, name="score")
other = tf.layers.dense(x, 1, name="other")
loss = tf.reduce_mean(tf.square(score - y))
first = tf.train.AdamOptimizer(rate).minimize(loss, var_list=tf.trainable_variables("score"))
second = tf.train.AdamOptimizer(0.001).minimize(tf.reduce_mean(other), var_list=tf.trainable_variables("other"))
turns = len(samples) // SIZE
losses = np.zeros((20, turns))

with tf.Session() as session:
    session.run(tf.global_variables_initializer())
    epoch = 0
    while epoch < 20:
        right = 0
        turn = 0
        while turn < turns:
            part = slice(turn * SIZE, (turn + 1) * SIZE)
            fed = {x: samples[part], y: targets[part], rate: 0.01 * 0.9 ** (turn // 100)}
            losses[epoch, turn], _ = session.run([loss, first], fed)
            if losses[epoch, turn] < 0.1:
                right += 1
            turn += 1
        print(epoch, losses[epoch].mean(), right / turns)
        epoch += 1
    step = 0
    while step < 10000:
        now = 0.1 * 0.95 ** (step // 1000)
        for _ in range(5):
            chosen = np.random.choice(len(samples), SIZE)
            session.run(first, {x: samples[chosen], y: targets[chosen], rate: now})
        for _ in range(2):
            session.run(second, {x: samples[np.random.choice(len(samples), SIZE)]})
        if step % 100 == 0:
            print(step, now)
        step += 1
