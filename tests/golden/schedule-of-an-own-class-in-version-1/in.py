"""An own schedule is registered by its name: TensorFlow 1 has no decorator for it."""
import numpy as np
import tensorflow as tf

tf.enable_eager_execution()


class Warmup(tf.keras.optimizers.schedules.LearningRateSchedule):
    def __init__(self, depth, warmup_steps=4000):
        super(Warmup, self).__init__()
        self.depth = tf.cast(depth, tf.float32)
        self.warmup_steps = warmup_steps

    def __call__(self, step):
        return tf.math.rsqrt(self.depth) * tf.minimum(tf.math.rsqrt(step), step * self.warmup_steps ** -1.5)


x, y = np.load("samples.npy"), np.load("labels.npy")
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile(tf.keras.optimizers.Adam(Warmup(128)), "mse")
model.fit(x, y, epochs=5)
