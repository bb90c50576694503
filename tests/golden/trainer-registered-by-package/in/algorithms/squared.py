import tensorflow as tf

from .registry import register


@register("squared")
class Squared:
    def __init__(self, model):
        self.model = model
        self.optimizer = tf.keras.optimizers.Adam(0.001)

    @tf.function
    def train(self, x, y):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean((self.model(x) - y) ** 2)
        gradients = tape.gradient(loss, self.model.trainable_variables)
        self.optimizer.apply_gradients(zip(gradients, self.model.trainable_variables))
        return loss
