"""A class that is no model may call its own method `train_step`, and hand it to a strategy."""
import tensorflow as tf


class Runner:
    def __init__(self, strategy):
        self.strategy = strategy
        self.model = tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(4,))])
        self.optimizer = tf.keras.optimizers.Adam(0.001)

    def train_step(self, x):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(self.model(x) ** 2)
        gradients = tape.gradient(loss, self.model.trainable_variables)
        self.optimizer.apply_gradients(zip(gradients, self.model.trainable_variables))
        return loss

    def train(self, data):
        for x in data:
            self.strategy.run(self.train_step, args=(x,))


strategy = tf.distribute.MirroredStrategy()
with strategy.scope():
    Runner(strategy).train(tf.data.Dataset.from_tensor_slices(tf.zeros((64, 4))).batch(8))
