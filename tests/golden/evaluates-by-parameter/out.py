import numpy as np
import tensorflow as tf

model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
optimizer = tf.keras.optimizers.Adam(1e-3)


def train(x, y):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(model(x) - y))
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))
    return loss


def evaluate(x, y):
    return tf.reduce_mean(tf.square(model(x) - y))


def run_epoch(step, dataset):
    losses = []
    for x, y in dataset:
        losses.append(step(x, y))
    return np.mean(losses)


def batches(name):
    data = np.load(name)
    return tf.data.Dataset.from_tensor_slices((data, data[:, 0])).batch(32)


training, validation = batches("train.npy"), batches("valid.npy")
best = float("inf")
for epoch in range(100):
    run_epoch(train, training)
    score = run_epoch(evaluate, validation)
    if score < best:
        best = score
        model.save_weights("best")
