"""A loop that is left at its last step, unless a condition above lets it go on."""
import numpy as np
import tensorflow as tf
x = np.load("x.npy").astype("float32")
STEPS = 1000
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
opt = tf.keras.optimizers.Adam(1e-3)
adv = tf.keras.optimizers.Adam(1e-4)
data = tf.data.Dataset.from_tensor_slices(x).shuffle(1000).batch(8).repeat()
step = 0
for batch in data:
    step += 1
    weight = 0.0
    if step > 200:
        weight = 0.5
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(model(batch) ** 2) + weight
    grads = tape.gradient(loss, model.trainable_variables)
    if step <= 500:
        opt.apply_gradients(zip(grads, model.trainable_variables))
    else:
        adv.apply_gradients(zip(grads, model.trainable_variables))
    if step < STEPS:
        continue
    break
model.save_weights("m.h5")
