"""Means over the turns of loops: what is added up in fewer turns is divided by their number."""

import numpy as np
import tensorflow as tf

images = np.load("images.npy")
x = tf.placeholder(tf.float32, [None, 784])
loss = tf.reduce_mean(tf.layers.dense(x, 1) ** 2)
train = tf.train.AdamOptimizer(1e-4).minimize(loss)


class Trainer:
    def __init__(self, sess, batches):
        self.sess = sess
        self.batches = batches

    def step(self):
        batch = images[np.random.choice(len(images), 32)]
        return self.sess.run([train, loss], {x: batch})[1]

    def epoch(self):
        mean = 0.0
        for _ in range(self.batches):
            mean += self.step() / self.batches
        return mean

    def pass_over(self):
        values = []
        for _ in range(len(images) // 32):
            values.append(self.step())
        print(sum(values) / (len(images) // 32))

    def train(self, steps, show_every):
        total = 0.0
        running = 0.0
        for number in range(1, steps + 1):
            value = self.step()
            total += value
            running += value
            if number % show_every == 0:
                print(number, running / show_every, "in per mille", value / 1000)
                running = 0.0
        print("mean of", steps, "steps:", total / float(steps))
        total = 0.0
        for _ in range(steps):
            total += self.sess.run(loss, {x: images[:32]})
        print("mean without training:", total / steps)


with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    trainer = Trainer(sess, 100)
    print(trainer.epoch())
    trainer.pass_over()
    trainer.train(1000, 50)
