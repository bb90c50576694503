"""Samples that TensorFlow draws by chance: all processes must have the same ones, of which each takes its part."""

import tensorflow as tf

slope = tf.random.normal([4, 1])
samples = tf.random.uniform([1000, 4])
values = samples @ slope + 0.1 * tf.random.normal([1000, 1])

model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
loss_fn = tf.keras.losses.MeanSquaredError()
optimizer = tf.keras.optimizers.SGD(0.01)


@tf.function
def train_step(x, y):
    noise = tf.random.normal(tf.shape(x), stddev=0.01)
    with tf.GradientTape() as tape:
        loss = loss_fn(y, model(x + noise, training=True))
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))
    return loss


for epoch in range(20):
    for x, y in tf.data.Dataset.from_tensor_slices((samples, values)).batch(32):
        loss = train_step(x, y)
    print(epoch, loss.numpy())
