import numpy as np
import tensorflow as tf
def scheduler(epoch, lr):
    if epoch > 100:
        lr = lr * 0.9 ** (epoch // 100)
    lr = max(1e-5, lr)
    return lr
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile("adam", "mse")
model.fit(np.load("x.npy"), np.load("y.npy"), callbacks=[tf.keras.callbacks.LearningRateScheduler(scheduler)])
