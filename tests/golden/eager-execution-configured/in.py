"""Eager execution of TensorFlow 1 with a configuration: the GPU is chosen in that."""

import tensorflow as tf

config = tf.ConfigProto()
config.gpu_options.allow_growth = True
tf.enable_eager_execution(config=config)

features = tf.random_normal([640, 3])
dataset = tf.data.Dataset.from_tensor_slices((features, tf.reduce_sum(features, 1, keepdims=True)))
dataset = dataset.shuffle(640, seed=1).batch(32, drop_remainder=True)
model = tf.keras.layers.Dense(1)
optimizer = tf.train.AdamOptimizer(0.01)
for epoch in range(5):
    for x, y in dataset:
        with tf.GradientTape() as tape:
            loss = tf.losses.mean_squared_error(y, model(x))
        gradients = tape.gradient(loss, model.trainable_variables)
        optimizer.apply_gradients(zip(gradients, model.trainable_variables))
    print("epoch", epoch, "loss", loss.numpy())
