import numpy as np
import tensorflow as tf

samples = tf.data.Dataset.from_tensor_slices(np.load("samples.npy")).shuffle(1000).batch(32)
encoder = tf.keras.Sequential([tf.keras.layers.Dense(2)])
decoder = tf.keras.Sequential([tf.keras.layers.Dense(4), tf.keras.layers.Dense(4)])
decoder.build((None, 2))
both = [tf.keras.optimizers.Adam(0.001), tf.keras.optimizers.Adam(0.01)]
for epoch in range(3):
    for batch in samples:
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(tf.square(decoder(encoder(batch)) - batch))
        variables = decoder.trainable_variables
        of_encoder, of_decoder = tape.gradient(loss, [encoder.trainable_variables, variables])
        both[0].apply_gradients(zip(of_encoder, encoder.trainable_variables))
        both[1].apply_gradients(zip(of_decoder, variables))
groups = [decoder.trainable_variables[:2], decoder.trainable_variables[2:]]
optimizers = [tf.keras.optimizers.SGD(rate) for rate in (0.01, 0.1)]
for batch in samples:
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(decoder(batch[:, :2]) ** 2)
    gradients = tape.gradient(loss, groups)
    for optimizer, some, group in zip(optimizers, gradients, groups):
        optimizer.apply_gradients(zip(some, group))
