import numpy as np
import tensorflow as tf
from tensorflow.keras import backend as K
import horovod.tensorflow.keras as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")

BATCH = 16


class Triangle(tf.keras.callbacks.Callback):
    """A rate that goes up and down with the batches."""

    def __init__(self, low, high, half, scale=None):
        super().__init__()
        self.low, self.high, self.half = low, high, half
        self.scale = scale or (lambda batches: 1.0)
        self.batches = 0.0
        self.rates = []

    def rate(self):
        turn = np.floor(1 + self.batches / (2 * self.half))
        place = np.abs(self.batches / self.half - 2 * turn + 1)
        return self.low + (self.high - self.low) * max(0, 1 - place) * self.scale(self.batches)

    def on_train_batch_end(self, batch, logs=None):
        self.batches += hvd.size()
        K.set_value(self.model.optimizer.learning_rate, self.rate() * hvd.size())
        self.rates.append(K.get_value(self.model.optimizer.learning_rate))


class Weight(tf.keras.callbacks.Callback):
    """A weight that grows until a number of batches is reached, and is shown from time to time."""

    def __init__(self, weight, steps):
        super().__init__()
        self.weight, self.steps, self.seen = weight, steps, 0

    def on_batch_end(self, batch, logs=None):
        self.seen = self.seen + 1
        K.set_value(self.weight, min(1.0, self.seen * hvd.size() / self.steps))
        if self.seen % max(1, 50 // hvd.size()) == 0 and hvd.rank() == 0:
            print("weight", K.get_value(self.weight), "after", self.seen)


class Record(tf.keras.callbacks.Callback):
    """The loss, now and then; and how far the epoch is."""

    def __init__(self, every):
        super().__init__()
        self.every, self.calls, self.losses, self.parts = every, 0, [], []

    def on_train_batch_begin(self, batch, logs=None):
        self.parts.append(batch / self.params["steps"])

    def on_train_batch_end(self, batch, logs=None):
        self.calls += 1
        if self.calls % max(1, self.every // hvd.size()) == 0:
            self.losses.append(logs["loss"])
        if batch % max(1, 10 // hvd.size()) == 0 and hvd.rank() == 0:
            print("batch", batch)

    def on_test_batch_end(self, batch, logs=None):
        self.tested = batch


class Shown(tf.keras.callbacks.Callback):
    done = 0

    def on_train_batch_end(self, batch, logs=None):
        self.done += 1

    def on_epoch_end(self, epoch, logs=None):
        if hvd.rank() == 0:
            print("batches so far:", self.done)


class Cosine(tf.keras.callbacks.Callback):
    """A rate over all the steps that there will be, by the counts that Keras has."""

    def on_train_begin(self, logs=None):
        self.total, self.step = self.params["epochs"] * self.params["steps"], 0

    def on_train_batch_begin(self, batch, logs=None):
        rate = 0.1 * (1 + np.cos(np.pi * self.step / self.total)) / 2
        K.set_value(self.model.optimizer.learning_rate, rate * hvd.size())
        self.step += 1


if hvd.size() > 1:
    np.random.seed(0)  # the same data in all processes
x = np.random.rand(1000, 3).astype("float32")
y = x.sum(axis=1)
weight = K.variable(0.0)
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile(hvd.DistributedOptimizer(tf.keras.optimizers.SGD(0.01 * hvd.size())), "mse")
shard = slice(hvd.rank(), len(x) // hvd.size() * hvd.size(), hvd.size())
model.fit(
    x[shard],
    y[shard],
    batch_size=BATCH,
    epochs=4,
    callbacks=[
        hvd.callbacks.BroadcastGlobalVariablesCallback(0),
        Triangle(0.01, 0.1, 2 * len(x) // BATCH),
        Weight(weight, 100),
        Record(5),
        Shown(),
    ],
    verbose=1 if hvd.rank() == 0 else 0,
)
model.fit(
    x[shard],
    y[shard],
    batch_size=BATCH,
    epochs=4,
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0), Cosine()],
    verbose=1 if hvd.rank() == 0 else 0,
)
