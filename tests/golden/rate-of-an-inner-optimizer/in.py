import numpy as np
import tensorflow as tf

samples = np.load("samples.npy")
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
optimizer = tf.keras.mixed_precision.LossScaleOptimizer(tf.keras.optimizers.SGD(0.1))
for step in range(1000):
    batch = samples[np.random.randint(0, len(samples), 32)]
    optimizer.inner_optimizer.learning_rate = 0.1 * 0.99**step
    with tf.GradientTape() as tape:
        loss = optimizer.get_scaled_loss(tf.reduce_mean(model(batch) ** 2))
    gradients = optimizer.get_unscaled_gradients(tape.gradient(loss, model.trainable_variables))
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))
