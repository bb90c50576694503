import numpy as np
import tensorflow as tf

model = tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(2,))])
average = tf.keras.models.clone_model(model)
optimizer = tf.keras.optimizers.SGD(0.1)
dataset = tf.data.Dataset.from_tensor_slices((np.load("x.npy"), np.load("y.npy"))).shuffle(640).batch(32)


@tf.function
def train_step(x, y):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(model(x) - y))
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))


for epoch in range(2):
    for x, y in tf.data.Dataset.take(dataset, 10):
        train_step(x, y)
    weights = [0.9 * old + 0.1 * new for old, new in zip(average.get_weights(), model.get_weights())]
    tf.keras.Model.set_weights(average, weights)
tf.keras.Model.save_weights(average, "average.h5")
