"""A type beside a name changes nothing: counts, periods, sums and rates are found as without."""
import numpy as np
import tensorflow as tf

RATE: float = 0.001
PERIOD: int = 100


class Trainer:
    def __init__(self, images: np.ndarray, size: int = 32) -> None:
        self.images: np.ndarray = images
        self.size: int = size
        self.model: tf.keras.Model = tf.keras.Sequential([tf.keras.layers.Dense(8)])
        self.optimizer: tf.keras.optimizers.Optimizer = tf.keras.optimizers.Adam(RATE)

    def train(self, steps: int) -> None:
        step: int = 0
        total: float = 0.0
        while step < steps:
            places: np.ndarray = np.random.randint(0, len(self.images), self.size)
            batch: np.ndarray = self.images[places]
            with tf.GradientTape() as tape:
                loss: tf.Tensor = tf.reduce_mean(tf.square(self.model(batch) - batch))
            gradients: list = tape.gradient(loss, self.model.trainable_variables)
            self.optimizer.apply_gradients(zip(gradients, self.model.trainable_variables))
            total += loss
            step += 1
            if step % PERIOD == 0:
                mean: float = total / PERIOD
                print(step, mean)
                total: float = 0.0
                self.model.save_weights("weights.h5")


trainer: Trainer = Trainer(np.load("images.npy"))
trainer.train(10000)
