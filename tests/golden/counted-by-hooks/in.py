import numpy as np
import tensorflow as tf


class Fade(tf.keras.callbacks.Callback):
    def __init__(self, batches):
        super().__init__()
        self.batches = batches
        self.seen = tf.Variable(0.0)
        self.share = tf.Variable(0.0)

    def on_train_batch_begin(self, batch, logs=None):
        self.seen.assign_add(1)
        self.share.assign(tf.minimum(1.0, self.seen / self.batches))


images, labels = np.load("images.npy").astype("float32"), np.load("labels.npy")
fade = Fade(2000)
inputs = tf.keras.Input((images.shape[1],))
hidden = tf.keras.layers.Dense(20, activation="relu")(inputs) * fade.share
model = tf.keras.Model(inputs, tf.keras.layers.Dense(10, activation="softmax")(hidden))
model.compile(tf.keras.optimizers.SGD(0.1), "sparse_categorical_crossentropy")
model.fit(images, labels, epochs=20, batch_size=128, callbacks=[fade])
