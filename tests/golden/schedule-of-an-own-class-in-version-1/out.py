"""An own schedule is registered by its name: TensorFlow 1 has no decorator for it."""
import numpy as np
import tensorflow as tf
import horovod.tensorflow.keras as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")

tf.enable_eager_execution()


class Warmup(tf.keras.optimizers.schedules.LearningRateSchedule):
    def __init__(self, depth, warmup_steps=4000):
        super(Warmup, self).__init__()
        self._depth = depth
        self.depth = tf.cast(depth, tf.float32)
        self.warmup_steps = warmup_steps

    def __call__(self, step):
        step = step * hvd.size()  # the steps of all processes
        return (
            tf.math.rsqrt(self.depth)
            * tf.minimum(tf.math.rsqrt(step), step * self.warmup_steps ** -1.5)
            * hvd.size()
        )

    def get_config(self):
        return {"depth": self._depth, "warmup_steps": self.warmup_steps}


tf.keras.utils.get_custom_objects()["Warmup"] = Warmup


x, y = np.load("samples.npy"), np.load("labels.npy")
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile(hvd.DistributedOptimizer(tf.keras.optimizers.Adam(Warmup(128))), "mse")
shard = slice(hvd.rank(), len(x) // hvd.size() * hvd.size(), hvd.size())
model.fit(
    x[shard],
    y[shard],
    epochs=5,
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
    verbose=1 if hvd.rank() == 0 else 0,
)
