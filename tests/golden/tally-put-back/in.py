"""A trainer counts its steps in a state, and puts the count into a new state where it reads the weights again."""

import numpy as np
import tensorflow as tf


class State:
    """What changes while it is trained."""

    def __init__(self):
        self.model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
        self.steps = 0

    def compile(self):
        """Make the optimizer, of a rate that falls with the steps."""
        self.model.compile(tf.keras.optimizers.Adam(0.01 * 0.9 ** (self.steps / 1000)), "mse")


class Trainer:
    """Trains a state."""

    def __init__(self):
        self.state = State()
        self.state.compile()

    def step(self):
        """Train on a batch."""
        chosen = np.random.randint(0, len(samples), 32)
        self.state.model.train_on_batch(samples[chosen], values[chosen])
        self.state.steps = self.state.steps + 1
        if self.state.steps % 5000 == 0:
            self.renew()

    def renew(self):
        """Begin with a new model, as if it had taken the same steps."""
        steps = self.state.steps
        self.state = State()
        self.state.steps = steps
        self.state.compile()


samples, values = np.load("samples.npy"), np.load("values.npy")
trainer = Trainer()
for _ in range(100000):
    trainer.step()
