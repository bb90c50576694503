import tensorflow as tf
import numpy as np
import horovod.tensorflow.keras as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")


class Trainer:
    def __init__(self, max_steps):
        self.step = 0
        self.max_steps = max_steps
        self.model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
        self.model.compile(
            hvd.DistributedOptimizer(
                tf.keras.optimizers.Adam(0.001 * hvd.size())
            ),
            "mse",
        )
        self.x, self.y = np.load("x.npy"), np.load("y.npy")
    def rate(self):
        return 0.1 * 0.9 ** (self.step * hvd.size() // 1000)
    def train(self):
        while self.step < max(1, self.max_steps // hvd.size()):
            at = np.random.randint(0, len(self.x), 32)
            tf.keras.backend.set_value(
                self.model.optimizer.lr, self.rate() * hvd.size()
            )
            loss = self.model.train_on_batch(self.x[at], self.y[at])
            # Horovod: once, after the first step, which has made all variables
            if not getattr(self.model, "hvd_broadcast_done", False):
                broadcast = hvd.callbacks.BroadcastGlobalVariablesCallback(0)
                broadcast.set_model(self.model)
                broadcast.on_batch_end(0)
                self.model.hvd_broadcast_done = True
            self.step += 1
            if hvd.broadcast(
                bool(self.step > 5000 // hvd.size() and loss < 0.1),
                root_rank=0,
            ):
                break
            if self.step % max(1, 100 // hvd.size()) == 0 and hvd.rank() == 0:
                print(self.step, loss)
Trainer(10000).train()
