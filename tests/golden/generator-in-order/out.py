import numpy as np
import tensorflow as tf

BATCH = 32


class Faces:
    def __init__(self, images):
        self.images = images
        self.batches = self.read()

    def read(self):
        order = np.arange(len(self.images))
        while True:
            np.random.shuffle(order)  # and what is read below is not asked for by it
            for first in range(0, len(self.images) - BATCH + 1, BATCH):
                yield self.images[first : first + BATCH]


class Painter:
    def __init__(self, faces):
        self.faces = faces
        self.network = tf.keras.Sequential([tf.keras.layers.Dense(64, activation="tanh"), tf.keras.layers.Dense(784)])
        self.optimizer = tf.keras.optimizers.Adam(1e-4)

    def step(self, images, noise):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(tf.square(self.network(images + noise) - images))
        gradients = tape.gradient(loss, self.network.trainable_variables)
        self.optimizer.apply_gradients(zip(gradients, self.network.trainable_variables))
        return loss

    def train(self, epochs):
        for epoch in range(epochs):
            for _ in range(len(self.faces.images) // BATCH):
                noise = tf.random.normal((BATCH, 784), stddev=0.1)
                loss = self.step(next(self.faces.batches), noise)
            print(epoch, float(loss))


def main():
    (images, _), _ = tf.keras.datasets.mnist.load_data()
    painter = Painter(Faces(images.reshape(-1, 784).astype("float32") / 255.0))
    painter.train(5)


if __name__ == "__main__":
    main()
