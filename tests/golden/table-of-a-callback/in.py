import numpy as np
import tensorflow as tf

BATCH = 64
EPOCHS = 30
(x, y), _ = tf.keras.datasets.mnist.load_data()
x = x.reshape(-1, 784).astype("float32") / 255


class RateTable(tf.keras.callbacks.Callback):
    def __init__(self, rates):
        super().__init__()
        self.rates = rates
        self.step = 0

    def on_train_batch_begin(self, batch, logs=None):
        tf.keras.backend.set_value(self.model.optimizer.lr, self.rates[self.step])
        self.step += 1


class MomentumTable(tf.keras.callbacks.Callback):
    def __init__(self, momenta):
        super().__init__()
        self.momenta = momenta

    def on_train_batch_end(self, batch, logs=None):
        step = self.model.optimizer.iterations.numpy()
        self.model.optimizer.momentum = self.momenta[step]


steps = EPOCHS * -(-len(x) // BATCH)
model = tf.keras.Sequential([tf.keras.layers.Dense(64, activation="relu"), tf.keras.layers.Dense(10)])
loss = tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True)
model.compile(tf.keras.optimizers.SGD(1e-3, momentum=0.9), loss)
tables = [RateTable(np.logspace(-3, -5, steps)), MomentumTable(np.linspace(0.9, 0.99, steps + 1))]
model.fit(x, y, batch_size=BATCH, epochs=EPOCHS, callbacks=tables)
model.save_weights("weights.h5")
