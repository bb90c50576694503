"""A dataset that a trainer takes out of its keyword arguments is divided where it is made."""
import tensorflow as tf


class Trainer:
    def __init__(self, **settings):
        self.samples = settings.get("samples", None)
        self.model = tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(4,))])
        self.optimizer = tf.keras.optimizers.Adam(0.001)

    def train(self, epochs):
        for _ in range(epochs):
            for number, (x, y) in self.samples.enumerate():
                with tf.GradientTape() as tape:
                    loss = tf.reduce_mean((self.model(x) - y) ** 2)
                gradients = tape.gradient(loss, self.model.trainable_variables)
                self.optimizer.apply_gradients(zip(gradients, self.model.trainable_variables))


def parse(name):
    values = tf.io.decode_raw(tf.io.read_file(name), tf.float32)
    return values[1:], values[:1]


files = tf.data.Dataset.list_files("samples/*.raw")
settings = {"samples": files.map(parse).shuffle(400).batch(16)}
Trainer(**settings).train(epochs=5)
