"""A trainer keeps its model and its optimizer in a checkpoint alone, and reaches them by the attributes of that."""
import tensorflow as tf


class Trainer:
    """Fits a model to a dataset."""

    def __init__(self, model, rate):
        self.kept = tf.train.Checkpoint(optimizer=tf.keras.optimizers.Adam(rate), model=model)

    def train(self, batches):
        for inputs, targets in batches:
            self.step(inputs, targets)

    @tf.function
    def step(self, inputs, targets):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(tf.square(self.kept.model(inputs, training=True) - targets))
        gradients = tape.gradient(loss, self.kept.model.trainable_variables)
        self.kept.optimizer.apply_gradients(zip(gradients, self.kept.model.trainable_variables))


trainer = Trainer(tf.keras.Sequential([tf.keras.layers.Dense(1), tf.keras.layers.BatchNormalization()]), 0.1)
trainer.train(tf.data.Dataset.from_tensor_slices((tf.ones([80, 4]), tf.ones([80, 1]))).shuffle(80).batch(8))
