"""A schedule of Keras that a callback calls with the epoch: its steps are epochs, which stay."""

import tensorflow as tf

(x, y), _ = tf.keras.datasets.mnist.load_data()
decay = tf.keras.optimizers.schedules.PolynomialDecay(initial_learning_rate=0.1, decay_steps=20, end_learning_rate=0.001, power=0.9)
model = tf.keras.Sequential([tf.keras.layers.Dense(10)])
model.compile(tf.keras.optimizers.SGD(0.1), "sparse_categorical_crossentropy")
model.fit(x, y, epochs=20, callbacks=[tf.keras.callbacks.LearningRateScheduler(decay)])
