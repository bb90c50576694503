import numpy as np
import tensorflow as tf
import horovod.tensorflow.keras as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")


def barrier():
    """Wait until every process has come here."""
    hvd.broadcast(0, root_rank=0, name="barrier")


BATCH = 64
EPOCHS = 30
if hvd.local_rank() != 0:
    barrier()  # until the first process of this host is done
(x, y), _ = tf.keras.datasets.mnist.load_data()
if hvd.local_rank() == 0:
    barrier()  # the others may go on
x = x.reshape(-1, 784).astype("float32") / 255


class RateTable(tf.keras.callbacks.Callback):
    def __init__(self, rates):
        super().__init__()
        self.rates = rates
        self.step = 0

    def on_train_batch_begin(self, batch, logs=None):
        tf.keras.backend.set_value(
            self.model.optimizer.lr, self.rates[min(self.step, len(self.rates) - 1)] * hvd.size()
        )
        self.step += hvd.size()


class MomentumTable(tf.keras.callbacks.Callback):
    def __init__(self, momenta):
        super().__init__()
        self.momenta = momenta

    def on_train_batch_end(self, batch, logs=None):
        step = self.model.optimizer.iterations.numpy()
        self.model.optimizer.momentum = self.momenta[min(step * hvd.size(), len(self.momenta) - 1)]


steps = EPOCHS * -(-len(x) // BATCH)
model = tf.keras.Sequential([tf.keras.layers.Dense(64, activation="relu"), tf.keras.layers.Dense(10)])
loss = tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True)
model.compile(
    hvd.DistributedOptimizer(tf.keras.optimizers.SGD(1e-3 * hvd.size(), momentum=0.9)), loss
)
tables = [
    hvd.callbacks.BroadcastGlobalVariablesCallback(0),
    RateTable(np.logspace(-3, -5, steps)),
    MomentumTable(np.linspace(0.9, 0.99, steps + 1)),
]
shard = slice(hvd.rank(), len(x) // hvd.size() * hvd.size(), hvd.size())
model.fit(
    x[shard],
    y[shard],
    batch_size=BATCH,
    epochs=EPOCHS,
    callbacks=tables,
    verbose=1 if hvd.rank() == 0 else 0,
)
if hvd.rank() == 0:
    model.save_weights("weights.h5")
