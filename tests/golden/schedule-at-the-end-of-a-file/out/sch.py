"""A rate with a warm-up, in a file that no line end ends."""

import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()


class WarmUp(
    tf.keras.optimizers.schedules.LearningRateSchedule
):
    def __init__(self, width, steps=4000):
        super().__init__()
        self.width = tf.cast(width, tf.float32)
        self.steps = steps

    def __call__(self, step):
        step = step * hvd.size()  # the steps of all processes
        falling = tf.math.rsqrt(step)
        rising = step * (self.steps**-1.5)
        return (
            tf.math.rsqrt(self.width)
            * tf.math.minimum(rising, falling)
            * hvd.size()
        )