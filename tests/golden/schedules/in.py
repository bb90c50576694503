import tensorflow as tf
from tensorflow import keras

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
        step = tf.cast(step, tf.float32)
        return tf.math.rsqrt(self.d_model) * tf.math.minimum(tf.math.rsqrt(step + 1), (step + 1) * self.warmup_steps**-1.5)


def decay(epoch):
    return 0.05 * 0.9**epoch


def relative(epoch, lr):
    return lr * 0.95


x = tf.random.stateless_normal([32, 4], seed=[1, 2])
y = x[:, :1]
exponential = keras.optimizers.schedules.ExponentialDecay(1e-2, decay_steps=100, decay_rate=0.96)
for schedule in [
    exponential,
    keras.optimizers.schedules.PiecewiseConstantDecay(boundaries, rates),
    keras.optimizers.schedules.PiecewiseConstantDecay(boundaries=boundaries, values=[0.1, 0.05, 0.01]),
    keras.optimizers.schedules.CosineDecay(initial_learning_rate=0.01, decay_steps=50),
    keras.optimizers.schedules.PolynomialDecay(0.1, 100, end_learning_rate=0.001),
    WarmUp(16),
]:
    model = keras.Sequential([keras.layers.Dense(1)])
    model.compile(keras.optimizers.SGD(schedule), "mse")
    model.fit(x, y, verbose=0)

model = keras.Sequential([keras.layers.Dense(1)])
model.compile(keras.optimizers.SGD(0.05), "mse")
callbacks = [
    keras.callbacks.LearningRateScheduler(decay),
    keras.callbacks.LearningRateScheduler(relative),
]
model.fit(x, y, epochs=2, callbacks=callbacks, verbose=0)
model.optimizer.learning_rate = 0.001
model.fit(x, y, verbose=0)
