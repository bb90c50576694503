"""A callback adds the batch that Keras counts to a number of steps that it is given, and keeps the sum for a test of a period."""

import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd
import horovod.tensorflow.keras as hvd_keras

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")


class Keeping(tf.keras.callbacks.Callback):
    """Saves the weights once in a number of steps."""

    def __init__(self, per_epoch):
        super().__init__()
        self.per_epoch = per_epoch

    def on_epoch_begin(self, epoch, logs=None):
        self.epoch = epoch

    def on_train_batch_end(self, batch, logs=None):
        taken = self.epoch * self.per_epoch + batch
        if taken % 1000 == 0 and hvd.rank() == 0:
            self.model.save_weights("weights.h5")


class Trainer:
    """Takes the steps itself, and keeps a number of them."""

    def __init__(self, model, optimizer):
        self.model, self.optimizer = model, optimizer
        self.taken = 0

    def fit(self, batches, epochs, per_epoch):
        """Train for some epochs."""
        for epoch in range(epochs):
            for turn, (x, y) in enumerate(batches):
                self.taken = epoch * per_epoch + turn
                self.optimizer.learning_rate = 0.1 * (1 - self.taken / 20000) * hvd.size()
                with tf.GradientTape() as tape:
                    loss = tf.reduce_mean(tf.square(self.model(x) - y))
                tape = hvd.DistributedGradientTape(tape)
                gradients = tape.gradient(loss, self.model.trainable_variables)
                self.optimizer.apply_gradients(zip(gradients, self.model.trainable_variables))
                # Horovod: once, after the first step, which has made all variables
                if epoch == 0 and turn == 0:
                    hvd.broadcast_variables(self.model.variables, root_rank=0)
                    hvd.broadcast_variables(self.optimizer.variables(), root_rank=0)
                if self.taken % 1000 == 0 and hvd.rank() == 0:
                    self.model.save_weights("weights.h5")


samples, values = np.load("samples.npy"), np.load("values.npy")
first = tf.keras.Sequential([tf.keras.layers.Dense(1)])
first.compile(hvd_keras.DistributedOptimizer(tf.keras.optimizers.SGD(0.1 * hvd.size())), "mse")
shard = slice(hvd.rank(), len(samples) // hvd.size() * hvd.size(), hvd.size())
first.fit(
    samples[shard],
    values[shard],
    epochs=10,
    batch_size=32,
    callbacks=[hvd_keras.callbacks.BroadcastGlobalVariablesCallback(0), Keeping(len(samples) // 32)],
    verbose=1 if hvd.rank() == 0 else 0,
)
second = tf.keras.Sequential([tf.keras.layers.Dense(1)])
trainer = Trainer(second, tf.keras.optimizers.SGD(0.1 * hvd.size()))
trainer.fit(
    tf.data.Dataset.from_tensor_slices((samples, values))
    .apply(lambda data: data.shard(hvd.size(), hvd.rank()).take(data.cardinality() // hvd.size()))
    .batch(32),
    10,
    len(samples) // 32,
)
