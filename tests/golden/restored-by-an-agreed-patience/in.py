"""The best weights are taken back where nothing got better for long: all agree on that, and wait for the file there."""
import numpy as np
import tensorflow as tf

x, y = np.load("x.npy"), np.load("y.npy")
EPOCHS, BATCH = 20, 32
model = tf.keras.Sequential([tf.keras.layers.Dense(4, input_shape=(8,)), tf.keras.layers.Dense(1)])
optimizer = tf.keras.optimizers.Adam(1e-3)
loss_fn = tf.keras.losses.MeanSquaredError()
train_loss = tf.keras.metrics.Mean()
data = tf.data.Dataset.from_tensor_slices((x[:900], y[:900])).shuffle(900).batch(BATCH)
best, wait = float("inf"), 0
for epoch in range(EPOCHS):
    train_loss.reset_states()
    for a, b in data:
        with tf.GradientTape() as tape:
            loss = loss_fn(b, model(a))
        optimizer.apply_gradients(zip(tape.gradient(loss, model.trainable_variables), model.trainable_variables))
        train_loss(loss)
    val = loss_fn(y[900:], model(x[900:]))
    if val < best:
        best, wait = val, 0
        model.save_weights("best.h5")
    else:
        wait += 1
        if wait >= 3:
            optimizer.learning_rate.assign(optimizer.learning_rate * 0.5)
            model.load_weights("best.h5")
        if wait >= 6:
            break
