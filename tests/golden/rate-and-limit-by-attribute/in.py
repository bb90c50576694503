import tensorflow as tf
import numpy as np
class Trainer:
    def __init__(self, max_steps):
        self.step = 0
        self.max_steps = max_steps
        self.model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
        self.model.compile("adam", "mse")
        self.x, self.y = np.load("x.npy"), np.load("y.npy")
    def rate(self):
        return 0.1 * 0.9 ** (self.step // 1000)
    def train(self):
        while self.step < self.max_steps:
            at = np.random.randint(0, len(self.x), 32)
            tf.keras.backend.set_value(self.model.optimizer.lr, self.rate())
            loss = self.model.train_on_batch(self.x[at], self.y[at])
            self.step += 1
            if self.step > 5000 and loss < 0.1:
                break
            if self.step % 100 == 0:
                print(self.step, loss)
Trainer(10000).train()
