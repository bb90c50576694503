import numpy as np
import tensorflow as tf

data = tf.data.Dataset.from_tensor_slices((np.load("x.npy"), np.load("y.npy"))).repeat().shuffle(1000).batch(32)
model = tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(3,))])
optimizer = tf.keras.mixed_precision.LossScaleOptimizer(tf.keras.optimizers.Adam(0.001))
checkpoint = tf.train.Checkpoint(model=model, optimizer=optimizer)
manager = tf.train.CheckpointManager(checkpoint, "checkpoints", max_to_keep=3)
checkpoint.restore(manager.latest_checkpoint)

batches = iter(data)
while optimizer.iterations < 10000:
    x, y = next(batches)
    with tf.GradientTape() as tape:
        loss = optimizer.get_scaled_loss(tf.reduce_mean(tf.square(model(x) - y)))
    gradients = optimizer.get_unscaled_gradients(tape.gradient(loss, model.trainable_variables))
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))
    if optimizer.iterations.numpy() % 1000 == 0:
        manager.save()
