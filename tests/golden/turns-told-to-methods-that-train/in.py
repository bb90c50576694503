"""A method that takes the step is told its turn, by which it lowers the rate, shows its loss and keeps weights."""

import numpy as np
import tensorflow as tf

x = np.load("x.npy")


class Trainer:
    def __init__(self):
        self.model = tf.keras.Sequential([tf.keras.layers.Dense(10)])
        self.optimizer = tf.keras.optimizers.Adam(1e-3)

    def train_step(self, batch, step):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(self.model(batch) ** 2)
        variables = self.model.trainable_variables
        self.optimizer.apply_gradients(zip(tape.gradient(loss, variables), variables))
        if step == 50000:
            self.optimizer.learning_rate = 1e-4
        if step % 1000 == 0:
            print(step, float(loss))
        if step % 5000 == 0:
            self.model.save_weights("weights.h5")

    def train(self, steps):
        for step in range(steps):
            self.train_step(x[np.random.choice(len(x), 32)], step)


Trainer().train(100000)
