"""What a `continue` passes over is decided by its condition, as what stands in a branch is."""
import numpy as np
import tensorflow as tf

PERIOD = 500
images, labels = np.load("images.npy"), np.load("labels.npy")
dataset = tf.data.Dataset.from_tensor_slices((images, labels)).shuffle(10000).repeat().batch(32)
model = tf.keras.Sequential([tf.keras.layers.Flatten(), tf.keras.layers.Dense(10)])
optimizer = tf.keras.optimizers.Adam(0.001)
loss_of = tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True)

best, total, rate = 1e9, 0.0, 0.001
for step, (x, y) in enumerate(dataset.take(10000)):
    with tf.GradientTape() as tape:
        loss = loss_of(y, model(x, training=True))
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))
    total += loss
    if (step + 1) % PERIOD != 0:
        continue
    mean = total / PERIOD
    total = 0.0
    print((step + 1) // PERIOD, mean)
    if mean >= best:
        rate = rate / 2
        optimizer.learning_rate.assign(rate)
        continue
    best = mean
    weights = model.get_weights()
model.set_weights(weights)
model.save("model")
