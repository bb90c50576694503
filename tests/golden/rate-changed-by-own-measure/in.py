"""A callback lowers the rate by a score that each process computes for itself."""

import numpy as np
from sklearn.metrics import roc_auc_score
from tensorflow import keras
from tensorflow.keras import backend as K

class Auc(keras.callbacks.Callback):
    def on_epoch_end(self, epoch, logs={}):
        score = roc_auc_score(y, self.model.predict(x))
        if score < 0.5:
            K.set_value(self.model.optimizer.lr, 0.001)

x, y = np.load("x.npy"), np.load("y.npy")
model = keras.Sequential([keras.layers.Dense(1)])
model.compile(keras.optimizers.Adam(0.001), "mse")
model.fit(x, y, epochs=30, callbacks=[Auc()])
