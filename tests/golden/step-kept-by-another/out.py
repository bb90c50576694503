"""A trainer keeps the step of a model, and calls it; only its caller has a name for the model."""

import tensorflow as tf


class Classifier(tf.keras.Model):
    def __init__(self, settings):
        super().__init__()
        self.dense = tf.keras.layers.Dense(10)
        rate = settings["lr"] if "lr" in settings else tf.keras.optimizers.schedules.CosineDecay(0.1, 10000)
        self.optimizer = tf.keras.optimizers.SGD(rate)

    def call(self, images):
        return self.dense(images)

    @tf.function
    def train_step(self, images, labels):
        with tf.GradientTape() as tape:
            losses = tf.keras.losses.sparse_categorical_crossentropy(labels, self.call(images), from_logits=True)
            loss = tf.reduce_mean(losses)
        gradients = tape.gradient(loss, self.trainable_variables)
        self.optimizer.apply_gradients(zip(gradients, self.trainable_variables))
        return loss


class Trainer:
    def __init__(self, data):
        self.data = data

    def set_train_step(self, train_step):
        self.train_step = train_step

    def run(self, epochs):
        for _ in range(epochs):
            for images, labels in self.data:
                self.train_step(images, labels)


(x_train, y_train), _ = tf.keras.datasets.mnist.load_data()
x_train = x_train.reshape(-1, 784).astype("float32") / 255
trainer = Trainer(tf.data.Dataset.from_tensor_slices((x_train, y_train)).shuffle(60000).batch(64))
trainer.set_train_step(Classifier({"lr": 0.01}).train_step)
trainer.run(5)
