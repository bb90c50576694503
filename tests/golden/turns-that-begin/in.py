import numpy as np
import tensorflow as tf

data = tf.data.Dataset.from_tensor_slices(np.load("samples.npy")).shuffle(1000).batch(32).repeat(10)
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
first, second = tf.keras.optimizers.Adam(1e-3), tf.keras.optimizers.SGD(1e-2)
step = 0
weight = 0.0
for batch in data:
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(model(batch)) + weight * tf.reduce_sum(model.losses)
    gradients = tape.gradient(loss, model.trainable_variables)
    if step <= 500:
        first.apply_gradients(zip(gradients, model.trainable_variables))
    else:
        second.apply_gradients(zip(gradients, model.trainable_variables))
    if step > 1000:
        weight = 1.0
    if step == 700:
        print("later")
    step += 1
