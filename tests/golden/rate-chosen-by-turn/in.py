import numpy as np
import tensorflow as tf


def steps(limits, rates):
    def schedule(step):
        rate = rates[0]
        for limit, following in zip(limits, rates[1:]):
            if step > limit:
                rate = following
        return rate

    return schedule


config = {"schedule": steps([1000, 2000], [1e-2, 1e-3, 1e-4])}
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
optimizer = tf.keras.optimizers.Adam(config["schedule"](0))
for step in range(5000):
    optimizer.lr = config["schedule"](step)
    x = np.random.uniform(size=(32, 2)).astype("float32")
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(model(x)))
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))
