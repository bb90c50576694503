"""Optimizers in a dictionary, of which one is frozen at first: what they train is broadcast after the first step of each."""

import numpy as np
import tensorflow as tf

batches = tf.data.Dataset.from_tensor_slices((np.load("x.npy"), np.load("y.npy"))).shuffle(1000).batch(32)
base, head = tf.keras.Sequential([tf.keras.layers.Dense(64)]), tf.keras.layers.Dense(10)
optimizers = {"base": tf.keras.optimizers.SGD(1e-4), "head": tf.keras.optimizers.SGD(1e-2)}
loss_function = tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True)
for epoch in range(20):
    for x, y in batches:
        with tf.GradientTape() as tape:
            loss = loss_function(y, head(base(x)))
        of_base, of_head = tape.gradient(loss, [base.trainable_variables, head.trainable_variables])
        if epoch >= 3:
            optimizers["base"].apply_gradients(zip(of_base, base.trainable_variables))
        optimizers["head"].apply_gradients(zip(of_head, head.trainable_variables))
