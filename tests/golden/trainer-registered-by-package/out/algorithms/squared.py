import tensorflow as tf

from .registry import register
import horovod.tensorflow as hvd

hvd.init()


@register("squared")
class Squared:
    def __init__(self, model):
        self.model = model
        self.optimizer = tf.keras.optimizers.Adam(0.001 * hvd.size())

    @tf.function
    def train(self, x, y):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean((self.model(x) - y) ** 2)
        tape = hvd.DistributedGradientTape(tape)
        gradients = tape.gradient(loss, self.model.trainable_variables)
        self.optimizer.apply_gradients(zip(gradients, self.model.trainable_variables))
        return loss
