import numpy as np
import tensorflow as tf

np.random.seed(7)
pairs = np.load("pairs.npy")
seen = {}
for user, item in pairs:
    seen.setdefault(user, set()).add(item)
items = int(pairs[:, 1].max()) + 1
model = tf.keras.Sequential([tf.keras.layers.Embedding(items, 8), tf.keras.layers.Flatten(), tf.keras.layers.Dense(1)])
optimizer = tf.keras.optimizers.Adam(0.001)


def negatives(users):
    found = []
    for user in users:
        item = np.random.randint(items)
        while item in seen[user]:
            item = np.random.randint(items)
        found.append(item)
    return np.array(found)


def batches(size):
    order = np.random.permutation(len(pairs))
    for start in range(0, len(pairs) - size + 1, size):
        yield pairs[order[start : start + size]]


for _ in range(20):
    for batch in batches(256):
        wrong = negatives(batch[:, 0])
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(tf.nn.softplus(model(wrong[:, None]) - model(batch[:, 1:])))
        gradients = tape.gradient(loss, model.trainable_variables)
        optimizer.apply_gradients(zip(gradients, model.trainable_variables))
