"""Callbacks of the script that set the rate: to a number, by the rate before, and to what may be either."""
import tensorflow as tf
from tensorflow.keras import backend as K
class Warm(tf.keras.callbacks.Callback):
    def on_epoch_begin(self, epoch, logs=None):
        new = 0.1 if epoch < 3 else 0.01
        K.set_value(self.model.optimizer.lr, new)
    def on_epoch_end(self, epoch, logs=None):
        lr = float(K.get_value(self.model.optimizer.lr))
        K.set_value(self.model.optimizer.lr, lr * 0.9)
class Sched(tf.keras.callbacks.Callback):
    def __init__(self, schedule):
        self.schedule = schedule
    def on_epoch_begin(self, epoch, logs=None):
        lr = self.model.optimizer.learning_rate
        scheduled = self.schedule(epoch, lr)
        self.model.optimizer.learning_rate = scheduled
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile(tf.keras.optimizers.SGD(0.1), "mse")
model.fit(tf.random.normal([8, 3]), tf.ones([8, 1]), callbacks=[Warm(), Sched(lambda e, lr: 0.1 if e < 2 else lr)])
