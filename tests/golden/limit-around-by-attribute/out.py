import numpy as np
import tensorflow as tf
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

    def train(self, data):
        while self.step < max(1, self.max_steps // hvd.size()):
            self.train_epoch(data)

    def train_epoch(self, data):
        for x, y in data.batch(10):
            self.model.train_on_batch(x, y)
            # Horovod: once, after the first step, which has made all variables
            if not getattr(self.model, "hvd_broadcast_done", False):
                broadcast = hvd.callbacks.BroadcastGlobalVariablesCallback(0)
                broadcast.set_model(self.model)
                broadcast.on_batch_end(0)
                self.model.hvd_broadcast_done = True
            self.step += 1


images, labels = np.load("images.npy"), np.load("labels.npy")
Trainer(10000).train(
    tf.data.Dataset.from_tensor_slices((images, labels)).apply(
        lambda data: data.shard(hvd.size(), hvd.rank()).take(
            data.cardinality() // hvd.size()
        )
    )
)
