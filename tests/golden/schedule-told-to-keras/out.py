import numpy as np
import tensorflow as tf
import horovod.tensorflow.keras as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")


@tf.keras.utils.register_keras_serializable()
class WarmUp(tf.keras.optimizers.schedules.LearningRateSchedule):
    def __init__(self, width, warmup_steps=4000):
        super().__init__()
        self.width = width
        self.width = tf.cast(self.width, tf.float32)
        self.warmup_steps = warmup_steps

    def __call__(self, step):
        step = step * hvd.size()  # the steps of all processes
        step = tf.cast(step, tf.float32)
        return (
            tf.math.rsqrt(self.width)
            * tf.math.minimum(tf.math.rsqrt(step), step * self.warmup_steps**-1.5)
            * hvd.size()
        )

    def get_config(self):
        return {"width": float(self.width), "warmup_steps": self.warmup_steps}


@tf.keras.utils.register_keras_serializable()
class Decayed(tf.keras.optimizers.schedules.LearningRateSchedule):
    """A schedule that tells its configuration, and that Keras does not know."""

    def __init__(self, rate):
        self.rate = rate

    def __call__(self, step):
        step = step * hvd.size()  # the steps of all processes
        return self.rate / (1.0 + step / 1000.0) * hvd.size()

    def get_config(self):
        return {"rate": self.rate}


samples, labels = np.load("samples.npy"), np.load("labels.npy")
for schedule in WarmUp(512), Decayed(0.001):
    model = tf.keras.Sequential([tf.keras.layers.Dense(10)])
    model.compile(hvd.DistributedOptimizer(tf.keras.optimizers.Adam(schedule, beta_2=0.98)), "mse")
    shard = slice(hvd.rank(), len(samples) // hvd.size() * hvd.size(), hvd.size())
    model.fit(
        samples[shard],
        labels[shard],
        batch_size=32,
        epochs=10,
        callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
        verbose=1 if hvd.rank() == 0 else 0,
    )
