import numpy as np
from tensorflow import keras
from tensorflow.keras import backend as K


class Trainer:
    def __init__(self, steps, decay, rate):
        self.steps = steps
        self.decay = decay
        self.rate = rate
        self.model = keras.Sequential([keras.layers.Dense(1)])
        self.model.compile(loss="mse", optimizer=keras.optimizers.Adam(learning_rate=self.rate))

    def train(self, x, y):
        for step in range(self.steps):
            if step > self.steps - self.decay:
                left = (self.steps - step) / self.decay
                K.set_value(self.model.optimizer.lr, self.rate * left)
            if step == self.steps // 2:
                K.set_value(self.model.optimizer.lr, self.rate / 2)
            if step == (self.steps - self.decay) // 2:
                self.model.save("early.h5")
            chosen = np.random.randint(0, len(x), 32)
            self.model.train_on_batch(x[chosen], y[chosen])


x, y = np.random.rand(100, 4), np.random.rand(100, 1)
Trainer(1000, 400, 1e-3).train(x, y)

model = keras.Sequential([keras.layers.Dense(1)])
model.compile(loss="mse", optimizer="sgd")
steps = len(x) * 20 // 32
decay = 30
for step in range(steps):
    if step >= steps - decay:
        K.set_value(model.optimizer.lr, 1e-3)
    if step == steps - 1:
        model.save("last.h5")
    chosen = np.random.randint(0, len(x), 32)
    model.train_on_batch(x[chosen], y[chosen])
