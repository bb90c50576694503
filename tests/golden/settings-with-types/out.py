"""A type beside a name changes nothing: counts, periods, sums and rates are found as without."""
import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")

RATE: float = 0.001
PERIOD: int = 100


class Trainer:
    def __init__(self, images: np.ndarray, size: int = 32) -> None:
        self.images: np.ndarray = images
        self.size: int = size
        self.model: tf.keras.Model = tf.keras.Sequential([tf.keras.layers.Dense(8)])
        self.optimizer: tf.keras.optimizers.Optimizer = tf.keras.optimizers.Adam(
            RATE * hvd.size()
        )

    def train(self, steps: int) -> None:
        step: int = 0
        total: float = 0.0
        while step < max(1, steps // hvd.size()):
            places: np.ndarray = np.random.randint(0, len(self.images), self.size)
            batch: np.ndarray = self.images[places]
            with tf.GradientTape() as tape:
                loss: tf.Tensor = tf.reduce_mean(tf.square(self.model(batch) - batch))
            tape = hvd.DistributedGradientTape(tape)
            gradients: list = tape.gradient(loss, self.model.trainable_variables)
            self.optimizer.apply_gradients(zip(gradients, self.model.trainable_variables))
            # Horovod: once, after the first step, which has made all variables
            if not getattr(self.optimizer, "hvd_broadcast_done", False):
                hvd.broadcast_variables(self.model.variables, root_rank=0)
                hvd.broadcast_variables(self.optimizer.variables(), root_rank=0)
                self.optimizer.hvd_broadcast_done = True
            total += loss
            step += 1
            if step % max(1, PERIOD // hvd.size()) == 0:
                mean: float = total / max(1, PERIOD // hvd.size())
                if hvd.rank() == 0:
                    print(step, mean)
                total: float = 0.0
                if hvd.rank() == 0:
                    self.model.save_weights("weights.h5")


trainer: Trainer = Trainer(np.load("images.npy"))
trainer.train(10000)
