"""Draw patches of the first slides in a folder, and judge the model by the others: a slide is of one kind on all hosts."""

import glob
import os

import numpy as np
import tensorflow as tf

slides = [name for name in os.listdir("slides") if name.endswith(".npy")]
images = [np.load(os.path.join("slides", name)) for name in slides]
trained, judged = images[:40], np.array([image[:64, :64] for image in images[40:]])

model = tf.keras.Sequential([tf.keras.layers.Conv2D(3, 3, padding="same", input_shape=(64, 64, 3))])
model.compile(tf.keras.optimizers.Adam(1e-3), "mse")
for epoch in range(50):
    for _ in range(200):
        rows = np.random.randint(0, len(trained), 16)
        batch = np.array([trained[row][:64, :64] for row in rows])
        model.train_on_batch(batch, batch)
    print(epoch, model.evaluate(judged, judged))

scans = glob.glob("scans/*.npy")
known, unknown = scans[:-20], scans[-20:]
other = tf.keras.Sequential([tf.keras.layers.Conv2D(3, 3, padding="same", input_shape=(64, 64, 3))])
optimizer = tf.keras.optimizers.Adam(1e-3)
for step in range(2000):
    batch = np.array([np.load(name) for name in np.random.choice(known, 16)])
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean((other(batch) - batch) ** 2)
    gradients = tape.gradient(loss, other.trainable_variables)
    optimizer.apply_gradients(zip(gradients, other.trainable_variables))
print([float(tf.reduce_mean(other(np.load(name)[None]))) for name in unknown])
