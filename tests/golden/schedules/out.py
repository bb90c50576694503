import tensorflow as tf
from tensorflow import keras
import horovod.tensorflow.keras as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")

boundaries = [100, 200]
rates = [0.1, 0.01, 0.001]


@keras.utils.register_keras_serializable()
class WarmUp(keras.optimizers.schedules.LearningRateSchedule):
    def __init__(self, d_model, warmup_steps=4000):
        self.d_model = tf.cast(d_model, tf.float32)
        self.warmup_steps = warmup_steps

    def get_config(self):
        return {"d_model": float(self.d_model), "warmup_steps": self.warmup_steps}

    def __call__(self, step):
        step = step * hvd.size()  # the steps of all processes
        step = tf.cast(step, tf.float32)
        return (
            tf.math.rsqrt(self.d_model)
            * tf.math.minimum(tf.math.rsqrt(step + 1), (step + 1) * self.warmup_steps**-1.5)
            * hvd.size()
        )


def decay(epoch):
    return 0.05 * 0.9**epoch


def relative(epoch, lr):
    return lr * 0.95


x = tf.random.stateless_normal([32, 4], seed=[1, 2])
y = x[:, :1]
exponential = keras.optimizers.schedules.ExponentialDecay(1e-2 * hvd.size(), decay_steps=100 / hvd.size(), decay_rate=0.96)
for schedule in [
    exponential,
    keras.optimizers.schedules.PiecewiseConstantDecay(
        [boundary // hvd.size() for boundary in boundaries], [rate * hvd.size() for rate in rates]
    ),
    keras.optimizers.schedules.PiecewiseConstantDecay(
        boundaries=[boundary // hvd.size() for boundary in boundaries],
        values=[0.1 * hvd.size(), 0.05 * hvd.size(), 0.01 * hvd.size()],
    ),
    keras.optimizers.schedules.CosineDecay(initial_learning_rate=0.01 * hvd.size(), decay_steps=50 / hvd.size()),
    keras.optimizers.schedules.PolynomialDecay(0.1 * hvd.size(), 100 / hvd.size(), end_learning_rate=0.001 * hvd.size()),
    WarmUp(16),
]:
    model = keras.Sequential([keras.layers.Dense(1)])
    model.compile(hvd.DistributedOptimizer(keras.optimizers.SGD(schedule)), "mse")
    shard = slice(hvd.rank(), len(x) // hvd.size() * hvd.size(), hvd.size())
    model.fit(x[shard], y[shard], verbose=0, callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)])

model = keras.Sequential([keras.layers.Dense(1)])
model.compile(hvd.DistributedOptimizer(keras.optimizers.SGD(0.05 * hvd.size())), "mse")
callbacks = [
    hvd.callbacks.BroadcastGlobalVariablesCallback(0),
    keras.callbacks.LearningRateScheduler(lambda epoch: decay(epoch) * hvd.size()),
    keras.callbacks.LearningRateScheduler(relative),
]
shard = slice(hvd.rank(), len(x) // hvd.size() * hvd.size(), hvd.size())
model.fit(x[shard], y[shard], epochs=2, callbacks=callbacks, verbose=0)
model.optimizer.learning_rate = 0.001 * hvd.size()
shard = slice(hvd.rank(), len(x) // hvd.size() * hvd.size(), hvd.size())
model.fit(x[shard], y[shard], verbose=0, callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)])
