import tensorflow as tf


class Small:
    def __init__(self):
        self.model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
        self.model.compile(optimizer=tf.keras.optimizers.Adam(1e-3), loss="mse")

    def train(self, x, y):
        self.model.fit(x, y, epochs=3)
