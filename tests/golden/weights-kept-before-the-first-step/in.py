import numpy as np
import tensorflow as tf


class Lookahead:
    def __init__(self, optimizer):
        self.optimizer = optimizer
        self.slow = None
        self.count = 0

    def apply(self, gradients, variables):
        if self.slow is None:
            self.slow = [tf.Variable(each, trainable=False) for each in variables]
        self.optimizer.apply_gradients(zip(gradients, variables))
        self.count += 1
        if self.count % 5 == 0:
            for slow, fast in zip(self.slow, variables):
                slow.assign_add(0.5 * (fast - slow))
                fast.assign(slow)


samples = tf.data.Dataset.from_tensor_slices(np.load("samples.npy")).shuffle(1000).batch(32)
model = tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(4,))])
lookahead = Lookahead(tf.keras.optimizers.SGD(0.1))
first = model.get_weights()
best = None
for fold in range(3):
    model.set_weights(first)
    for batch in samples:
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(model(batch) ** 2)
        lookahead.apply(tape.gradient(loss, model.trainable_variables), model.trainable_variables)
    best = model.get_weights()
model.set_weights(best)
