"""With `data = "steps"` only counts are divided."""

import tensorflow as tf

dataset = tf.data.Dataset.range(16).map(lambda x: ([x], [x])).shuffle(16).batch(2)
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile("sgd", "mse")
model.fit(dataset.repeat(), steps_per_epoch=100, validation_data=dataset, validation_steps=5)
model.fit(dataset)
model.fit(dataset.take(100))
