"""Its configuration lacks an argument: Horovod could not make the schedule anew from it."""
import numpy as np
import tensorflow as tf


class Halved(tf.keras.optimizers.schedules.LearningRateSchedule):
    def __init__(self, rate, steps, name="halved"):
        self.rate, self.steps, self.name = rate, steps, name

    def __call__(self, step):
        return self.rate * 0.5 ** (tf.cast(step, tf.float32) / self.steps)

    def get_config(self):
        return {"rate": self.rate}


samples, labels = np.load("samples.npy"), np.load("labels.npy")
model = tf.keras.Sequential([tf.keras.layers.Dense(10)])
model.compile(tf.keras.optimizers.SGD(Halved(0.1, 500)), "mse")
model.fit(samples, labels, batch_size=32, epochs=10)
