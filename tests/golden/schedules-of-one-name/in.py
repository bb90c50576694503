"""Two classes of one name, of which Keras would register the first alone, and one that a function makes at each call."""
import numpy as np
import tensorflow as tf


class Falling(tf.keras.optimizers.schedules.LearningRateSchedule):
    def __init__(self, rate):
        self.rate = rate

    def __call__(self, step):
        return self.rate / (1 + tf.cast(step, tf.float32))


samples, labels = np.load("samples.npy"), np.load("labels.npy")
model = tf.keras.Sequential([tf.keras.layers.Dense(10)])
model.compile(tf.keras.optimizers.SGD(Falling(0.1)), "mse")
model.fit(samples, labels, batch_size=32, epochs=10)


class Falling(tf.keras.optimizers.schedules.LearningRateSchedule):
    def __init__(self, rate, steps):
        self.rate = rate
        self.steps = steps

    def __call__(self, step):
        return self.rate / (1 + tf.cast(step, tf.float32) / self.steps)


def schedule(rate):
    class Constant(tf.keras.optimizers.schedules.LearningRateSchedule):
        def __init__(self, rate):
            self.rate = rate

        def __call__(self, step):
            return self.rate

    return Constant(rate)


model.compile(tf.keras.optimizers.SGD(Falling(0.1, 50)), "mse")
model.fit(samples, labels, batch_size=32, epochs=10)
model.compile(tf.keras.optimizers.SGD(schedule(0.01)), "mse")
model.fit(samples, labels, batch_size=32, epochs=10)
