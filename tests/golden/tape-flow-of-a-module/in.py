"""A flow and a `tf.Module` have a permutation and a shift by chance, which no gradient changes."""

import tensorflow as tf
import tensorflow_probability as tfp

tfb = tfp.bijectors


class Shifted(tf.Module):
    def __init__(self):
        super().__init__()
        self.shift = tf.Variable(tf.random.normal([3]), trainable=False)
        self.scale = tf.Variable(tf.random.normal([3]))

    def __call__(self, x):
        return tf.reduce_mean((x * self.scale + self.shift) ** 2)


lower_upper, order = tf.linalg.lu(tf.random.normal([3, 3]))
turn = tfb.ScaleMatvecLU(tf.Variable(lower_upper), tf.Variable(order, trainable=False))
flow = tfp.distributions.TransformedDistribution(tfp.distributions.Normal([0.0] * 3, 1.0), turn)
shifted = Shifted()
flow_optimizer = tf.keras.optimizers.Adam(0.001)
optimizer = tf.keras.optimizers.Adam(0.001)
data = tf.data.Dataset.from_tensor_slices(tf.random.normal([100, 3], seed=1)).batch(10)
for x in data:
    with tf.GradientTape() as tape:
        loss = -tf.reduce_mean(flow.log_prob(x))
    gradients = tape.gradient(loss, flow.trainable_variables)
    flow_optimizer.apply_gradients(zip(gradients, flow.trainable_variables))
    with tf.GradientTape() as tape:
        loss = shifted(x)
    gradients = tape.gradient(loss, shifted.trainable_variables)
    optimizer.apply_gradients(zip(gradients, shifted.trainable_variables))
