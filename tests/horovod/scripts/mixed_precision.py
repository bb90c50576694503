"""A custom loop with a loss scale."""
import numpy as np
import tensorflow as tf
from tensorflow.keras import mixed_precision

rng = np.random.default_rng(4)
x_train = rng.normal(size=(163, 12)).astype("float32")
y_train = rng.integers(0, 2, size=163).astype("float32")

inputs = tf.keras.Input(shape=(12,))
x = tf.keras.layers.Dense(16, activation="relu")(inputs)
outputs = tf.keras.layers.Dense(1, dtype="float32")(x)
model = tf.keras.Model(inputs, outputs)

optimizer = tf.keras.optimizers.RMSprop(0.002)
optimizer = mixed_precision.LossScaleOptimizer(optimizer)
loss_object = tf.keras.losses.BinaryCrossentropy(from_logits=True)
train_dataset = tf.data.Dataset.from_tensor_slices((x_train, y_train)).shuffle(200).batch(16)


@tf.function
def train_step(x, y):
    with tf.GradientTape() as tape:
        predictions = model(x)
        loss = loss_object(y[:, tf.newaxis], predictions)
        scaled_loss = optimizer.get_scaled_loss(loss)
    scaled_gradients = tape.gradient(scaled_loss, model.trainable_variables)
    gradients = optimizer.get_unscaled_gradients(scaled_gradients)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))
    return loss


for epoch in range(2):
    epoch_loss_avg = tf.keras.metrics.Mean()
    for x, y in train_dataset:
        epoch_loss_avg(train_step(x, y))
    print('Epoch {}: loss={}'.format(epoch, epoch_loss_avg.result().numpy()))
