"""A method that returns at most turns does the rest at those of a period; so does a loop that goes on."""
import numpy as np
import tensorflow as tf


class Report(tf.keras.callbacks.Callback):
    def __init__(self, weight):
        super().__init__()
        self.weight, self.seen = weight, 0

    def on_train_batch_end(self, batch, logs=None):
        self.seen += 1
        if self.seen % 1000 != 0:
            return
        print(self.seen, logs["loss"])
        self.weight.assign(self.weight * 0.5)


images, labels = np.load("images.npy"), np.load("labels.npy")
weight = tf.Variable(1.0, trainable=False)
model = tf.keras.Sequential([tf.keras.layers.Flatten(), tf.keras.layers.Dense(10)])
model.compile("adam", lambda true, given: weight * tf.reduce_mean(tf.square(true - given)))
best, kept = 1e9, None
for units in (1, 2, 3):
    history = model.fit(images, labels, epochs=5, callbacks=[Report(weight)])
    loss = history.history["loss"][-1]
    if loss >= best:
        continue
    best, kept = loss, model.get_weights()
model.set_weights(kept)
model.save("model.h5")
