"""A trainer runs the step of the class below it, of which there are two."""

import tensorflow as tf


class Trainer:
    def __init__(self, model, optimizer):
        self.model = model
        self.optimizer = optimizer

    def train(self, data, epochs):
        for epoch in range(epochs):
            for images, labels in data:
                loss = self.train_step(images, labels)
            print(epoch, float(loss))


class Plain(Trainer):
    def train_step(self, images, labels):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(tf.keras.losses.sparse_categorical_crossentropy(labels, self.model(images)))
        gradients = tape.gradient(loss, self.model.trainable_variables)
        self.optimizer.apply_gradients(zip(gradients, self.model.trainable_variables))
        return loss


class Clipped(Trainer):
    def train_step(self, images, labels):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(tf.keras.losses.sparse_categorical_crossentropy(labels, self.model(images)))
        gradients, _ = tf.clip_by_global_norm(tape.gradient(loss, self.model.trainable_variables), 1.0)
        self.optimizer.apply_gradients(zip(gradients, self.model.trainable_variables))
        return loss


(x_train, y_train), _ = tf.keras.datasets.mnist.load_data()
data = tf.data.Dataset.from_tensor_slices((x_train / 255.0, y_train)).shuffle(10000).batch(64)
model = tf.keras.Sequential([tf.keras.layers.Flatten(), tf.keras.layers.Dense(10, activation="softmax")])
for kind in (Plain, Clipped):
    kind(model, tf.keras.optimizers.SGD(0.1)).train(data, 5)
