import numpy as np
import tensorflow as tf


@tf.keras.utils.register_keras_serializable()
class WarmUp(tf.keras.optimizers.schedules.LearningRateSchedule):
    """A rate that grows for some steps, and is that of another schedule then."""

    def __init__(self, initial_learning_rate, decay_schedule_fn, warmup_steps):
        super().__init__()
        self.initial_learning_rate = initial_learning_rate
        self.decay_schedule_fn = decay_schedule_fn
        self.warmup_steps = warmup_steps

    def __call__(self, step):
        done = tf.cast(step, tf.float32) / tf.cast(self.warmup_steps, tf.float32)
        return tf.cond(
            done < 1.0,
            lambda: self.initial_learning_rate * done,
            lambda: self.decay_schedule_fn(step - self.warmup_steps),
        )

    def get_config(self):
        return {
            "initial_learning_rate": self.initial_learning_rate,
            "decay_schedule_fn": self.decay_schedule_fn,
            "warmup_steps": self.warmup_steps,
        }


samples, labels = np.load("samples.npy"), np.load("labels.npy")
steps = 10 * len(samples) // 32
decay = tf.keras.experimental.CosineDecay(initial_learning_rate=0.1, decay_steps=steps - 500)
model = tf.keras.Sequential([tf.keras.layers.Dense(10)])
model.compile(
    optimizer=tf.keras.optimizers.SGD(WarmUp(0.1, decay, warmup_steps=500), momentum=0.9),
    loss=tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True),
)
model.fit(samples, labels, batch_size=32, epochs=10)
