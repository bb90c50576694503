import numpy as np
from tensorflow import keras
from tensorflow.keras import backend as K
import horovod.tensorflow.keras as hvd
import tensorflow as tf

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")


class Trainer:
    def __init__(self, steps, decay, rate):
        self.steps = steps
        self.decay = decay
        self.rate = rate
        self.model = keras.Sequential([keras.layers.Dense(1)])
        self.model.compile(
            loss="mse",
            optimizer=hvd.DistributedOptimizer(
                keras.optimizers.Adam(learning_rate=self.rate * hvd.size())
            ),
        )

    def train(self, x, y):
        if hvd.size() > 1:
            np.random.seed(hvd.rank())
        for step in range(max(1, self.steps // hvd.size())):
            if step > max(1, self.steps // hvd.size()) - self.decay // hvd.size():
                left = (self.steps - step * hvd.size()) / self.decay
                K.set_value(self.model.optimizer.lr, self.rate * left * hvd.size())
            if step == max(1, self.steps // hvd.size()) // 2:
                K.set_value(self.model.optimizer.lr, self.rate / 2 * hvd.size())
            if (
                step == (max(1, self.steps // hvd.size()) - self.decay // hvd.size()) // 2
                and hvd.rank() == 0
            ):
                self.model.save("early.h5")
            chosen = np.random.randint(0, len(x), 32)
            self.model.train_on_batch(x[chosen], y[chosen])
            # Horovod: once, after the first step, which has made all variables
            if not getattr(self.model, "hvd_broadcast_done", False):
                broadcast = hvd.callbacks.BroadcastGlobalVariablesCallback(0)
                broadcast.set_model(self.model)
                broadcast.on_batch_end(0)
                self.model.hvd_broadcast_done = True


if hvd.size() > 1:
    np.random.seed(0)  # the same data in all processes
x, y = np.random.rand(100, 4), np.random.rand(100, 1)
Trainer(1000, 400, 1e-3).train(x, y)

model = keras.Sequential([keras.layers.Dense(1)])
model.compile(
    loss="mse", optimizer=hvd.DistributedOptimizer(keras.optimizers.SGD(0.01 * hvd.size()))
)
steps = len(x) * 20 // 32
decay = 30
if hvd.size() > 1:
    np.random.seed(hvd.rank())
for step in range(max(1, steps // hvd.size())):
    if step >= max(1, steps // hvd.size()) - decay // hvd.size():
        K.set_value(model.optimizer.lr, 1e-3 * hvd.size())
    if step == max(1, steps // hvd.size()) - 1 and hvd.rank() == 0:
        model.save("last.h5")
    chosen = np.random.randint(0, len(x), 32)
    model.train_on_batch(x[chosen], y[chosen])
    # Horovod: once, after the first step, which has made all variables
    if not getattr(model, "hvd_broadcast_done", False):
        broadcast = hvd.callbacks.BroadcastGlobalVariablesCallback(0)
        broadcast.set_model(model)
        broadcast.on_batch_end(0)
        model.hvd_broadcast_done = True
