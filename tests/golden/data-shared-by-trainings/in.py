"""Data that several trainings read, each in its own way: they are divided once on the way to each of them."""

import tensorflow as tf

tf.random.set_seed(1)
images = tf.data.Dataset.from_tensor_slices((tf.random.normal([64, 4]), tf.random.normal([64, 1])))
batches = images.cache().shuffle(64).batch(8).repeat().prefetch(2)
for x, y in batches.take(1):
    sample = x[0]

model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile("adam", "mse")
model.predict(sample[tf.newaxis, ...])
model.fit(batches, epochs=2, steps_per_epoch=8)

weighted = tf.keras.Sequential([tf.keras.layers.Dense(1)])
weighted.compile("adam", "mse")
weighted.fit(batches.map(lambda x, y: (x, y, tf.abs(y))), steps_per_epoch=10)

# a layer learns from all of the data, so they are divided behind it, for each training
values = tf.data.Dataset.from_tensor_slices(tf.random.normal([32, 4]))
scale = tf.keras.layers.Normalization()
scale.adapt(values)
coder = tf.keras.Sequential([tf.keras.layers.Dense(4)])
coder.compile("adam", "mse")
coder.fit(values.map(lambda x: (scale(x), x)).batch(4))
coder.fit(values.map(lambda x: (x, x)).batch(4))
