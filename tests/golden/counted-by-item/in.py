import numpy as np
import tensorflow as tf

model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
optimizer = tf.keras.optimizers.Adam(0.01)
samples = np.random.rand(1000, 4).astype("float32")
batches = iter(tf.data.Dataset.from_tensor_slices(samples).shuffle(1000).repeat().batch(32))
state = {"step": 0}


def train_step(state):
    features = next(batches)
    optimizer.learning_rate.assign(0.01 * min(1.0, (state["step"] + 1) / 200))
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(model(features) - tf.reduce_sum(features, axis=1, keepdims=True)))
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))
    state["step"] += 1
    return loss


while state["step"] < 1000:
    loss = train_step(state)
    if state["step"] % 100 == 0:
        print(state["step"], float(loss))
model.save_weights("weights.h5")
