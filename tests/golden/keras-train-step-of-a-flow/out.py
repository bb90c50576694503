"""The variables that a model is differentiated by belong to an object whose loss has a gradient of its own in it."""

import numpy as np
import tensorflow as tf
import tensorflow_probability as tfp
import horovod.tensorflow as hvd
import horovod.tensorflow.keras as hvd_keras

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")


def flow(network):
    def slope(time, state):
        with tf.GradientTape() as tape:
            tape.watch(state)
            moved = network(state)
        return moved - 0.01 * tape.gradient(moved, state)

    return tfp.bijectors.FFJORD(slope)


class Density(tf.keras.Model):
    def __init__(self, network):
        super().__init__()
        self.network = network
        base = tfp.distributions.MultivariateNormalDiag(tf.zeros(2), tf.ones(2))
        self.density = tfp.distributions.TransformedDistribution(base, flow(network))

    def train_step(self, data):
        with tf.GradientTape() as tape:
            loss = -tf.reduce_mean(self.density.log_prob(data))
        tape = hvd.DistributedGradientTape(tape)
        gradients = tape.gradient(loss, self.density.trainable_variables)
        self.optimizer.apply_gradients(zip(gradients, self.density.trainable_variables))
        return {"loss": loss}


points = np.load("points.npy")
model = Density(tf.keras.layers.Dense(2))
model.compile(tf.keras.optimizers.Adam(0.001 * hvd.size()))
shard = slice(hvd.rank(), len(points) // hvd.size() * hvd.size(), hvd.size())
model.fit(
    points[shard],
    batch_size=32,
    epochs=10,
    callbacks=[hvd_keras.callbacks.BroadcastGlobalVariablesCallback(0)],
    verbose=1 if hvd.rank() == 0 else 0,
)
