import numpy as np
import tensorflow as tf


class WarmUp(tf.keras.optimizers.schedules.LearningRateSchedule):
    def __init__(self, width, warmup_steps=4000):
        super().__init__()
        self.width = width
        self.width = tf.cast(self.width, tf.float32)
        self.warmup_steps = warmup_steps

    def __call__(self, step):
        step = tf.cast(step, tf.float32)
        return tf.math.rsqrt(self.width) * tf.math.minimum(tf.math.rsqrt(step), step * self.warmup_steps**-1.5)


class Decayed(tf.keras.optimizers.schedules.LearningRateSchedule):
    """A schedule that tells its configuration, and that Keras does not know."""

    def __init__(self, rate):
        self.rate = rate

    def __call__(self, step):
        return self.rate / (1.0 + step / 1000.0)

    def get_config(self):
        return {"rate": self.rate}


samples, labels = np.load("samples.npy"), np.load("labels.npy")
for schedule in WarmUp(512), Decayed(0.001):
    model = tf.keras.Sequential([tf.keras.layers.Dense(10)])
    model.compile(tf.keras.optimizers.Adam(schedule, beta_2=0.98), "mse")
    model.fit(samples, labels, batch_size=32, epochs=10)
