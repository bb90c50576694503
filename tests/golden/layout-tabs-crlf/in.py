# -*- coding: latin-1 -*-
"""Entraînement: tabs, CRLF and Latin-1."""
from __future__ import annotations

import tensorflow as tf

model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
optimizer = tf.keras.optimizers.SGD(0.1)	# la vitesse: élevée


@tf.function
def step(x):
	with tf.GradientTape() as tape:
		loss = tf.reduce_mean(model(x) ** 2)
	gradients = tape.gradient(loss, model.trainable_variables)
	optimizer.apply_gradients(zip(gradients, model.trainable_variables))
	return loss


for i in range(6):
	loss = step(tf.random.normal([4, 3]))
	if i % 3 == 0: print("étape", i, float(loss))
