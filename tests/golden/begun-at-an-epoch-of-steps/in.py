"""A scale is trained from an epoch on that is computed from the steps."""

import numpy as np
import tensorflow as tf

images = np.load("images.npy").astype("float32")
steps_per_epoch = len(images) // 32
data = tf.data.Dataset.from_tensor_slices(images).repeat().shuffle(1000).batch(32)
model = tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(4,))])
scale = tf.Variable(1.0)
optimizer = tf.keras.optimizers.SGD(0.01)
scale_optimizer = tf.keras.optimizers.Adam(0.001)
done = tf.Variable(0)

for batch in data.take(50 * steps_per_epoch):
    done.assign_add(1)
    steps = done.numpy()
    epoch = ((steps - 1) // steps_per_epoch) + 1
    if epoch > 15:
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean((scale * model(batch)) ** 2)
        scale_optimizer.apply_gradients(zip(tape.gradient(loss, [scale]), [scale]))
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean((scale * model(batch)) ** 2)
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))
    if steps % steps_per_epoch == 0:
        print(f"epoch {epoch}")
