# -*- coding: latin-1 -*-
"""Entraînement: tabs, CRLF and Latin-1."""
from __future__ import annotations

import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
	tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
	tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")

model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
optimizer = tf.keras.optimizers.SGD(0.1 * hvd.size())	# la vitesse: élevée


@tf.function
def step(x):
	with tf.GradientTape() as tape:
		loss = tf.reduce_mean(model(x) ** 2)
	tape = hvd.DistributedGradientTape(tape)
	gradients = tape.gradient(loss, model.trainable_variables)
	optimizer.apply_gradients(zip(gradients, model.trainable_variables))
	return loss


for i in range(max(1, 6 // hvd.size())):
	loss = step(tf.random.normal([4, 3]))
	# Horovod: once, after the first step, which has made all variables
	if i == 0:
		hvd.broadcast_variables(model.variables, root_rank=0)
		hvd.broadcast_variables(optimizer.variables(), root_rank=0)
	if hvd.rank() == 0:
		if i % max(1, 3 // hvd.size()) == 0: print("étape", i, float(loss))
