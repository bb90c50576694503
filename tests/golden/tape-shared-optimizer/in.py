"""Two networks that one optimizer trains through one helper: each is broadcast after its own first step."""
import numpy as np
import tensorflow as tf

data = tf.data.Dataset.from_tensor_slices(np.load("faces.npy")).shuffle(1000).batch(32)
painter = tf.keras.Sequential([tf.keras.layers.Dense(8, input_shape=(4,))])
judge = tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(8,))])
optimizer = tf.keras.optimizers.Adam(0.0002)


def improve(tape, model, loss):
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))


for epoch in range(10):
    for real in data:
        with tf.GradientTape(persistent=True) as tape:
            painted = tf.reduce_mean(judge(painter(tf.random.normal((32, 4)))))
            judged = tf.reduce_mean(judge(real)) - painted
        improve(tape, painter, painted)
        improve(tape, judge, judged)
