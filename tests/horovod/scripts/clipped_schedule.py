"""Clipped gradients, a decaying learning rate and a legacy optimizer."""
import numpy as np
import tensorflow as tf

tf.random.set_seed(42)
np.random.seed(42)

n = 221
xs = np.random.uniform(-1, 1, size=(n, 4)).astype(np.float32)
ys = np.sin(xs.sum(axis=1, keepdims=True)).astype(np.float32)

lr = tf.keras.optimizers.schedules.ExponentialDecay(0.05, decay_steps=20, decay_rate=0.9, staircase=True)
optimizer = tf.keras.optimizers.legacy.SGD(learning_rate=lr, momentum=0.9)


class Net(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.a = tf.keras.layers.Dense(16, activation=tf.nn.tanh)
        self.b = tf.keras.layers.Dense(1)

    def call(self, x):
        return self.b(self.a(x))


net = Net()


@tf.function
def train_step(x, y):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.keras.losses.mse(y, net(x)))
    grads = tape.gradient(loss, net.trainable_variables)
    grads, norm = tf.clip_by_global_norm(grads, 1.0)
    optimizer.apply_gradients(zip(grads, net.trainable_variables))
    return loss, norm


ds = tf.data.Dataset.from_tensor_slices((xs, ys)).shuffle(n, seed=4).batch(17)
for epoch in range(3):
    for x, y in ds:
        loss, norm = train_step(x, y)
    print('epoch', epoch, 'loss', float(loss), 'norm', float(norm))
