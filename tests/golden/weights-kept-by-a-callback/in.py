import numpy as np
from tensorflow import keras


class SlowWeights(keras.callbacks.Callback):
    def on_train_begin(self, logs=None):
        self.slow = self.model.get_weights()

    def on_epoch_end(self, epoch, logs=None):
        self.slow = [s + 0.5 * (w - s) for s, w in zip(self.slow, self.model.get_weights())]
        self.model.set_weights(self.slow)


samples = np.load("samples.npy")
model = keras.Sequential([keras.layers.Dense(1, input_shape=(4,))])
model.compile("sgd", "mse")
first = model.get_weights()
for fold in range(3):
    model.set_weights(first)
    model.fit(samples, samples[:, :1], callbacks=[SlowWeights()])
