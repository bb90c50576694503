import numpy as np
import tensorflow as tf

x = np.load("x.npy")


class Pair(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.dense = tf.keras.layers.Dense(8)

    def call(self, batch):
        return self.dense(batch["anchor"]), self.dense(batch["other"])


def batch_of(anchors, others):
    batch = {}
    batch["anchor"] = np.array(anchors)
    batch["other"] = np.array(others)
    return batch


model = Pair()
optimizer = tf.keras.optimizers.Adam(1e-3)


@tf.function
def step(batch):
    with tf.GradientTape() as tape:
        ours, theirs = model(batch)
        loss = tf.reduce_mean(tf.square(ours - theirs))
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))


for _ in range(2000):
    chosen = np.random.randint(len(x), size=(2, 64))
    step(batch_of(x[chosen[0]], x[chosen[1]]))
