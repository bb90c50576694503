import numpy as np
import tensorflow as tf


def sort(data, target):
    order = sorted(range(len(data)), key=lambda i: len(data[i]))
    return [data[i] for i in order], [target[i] for i in order]


def padded(rows):
    return tf.keras.preprocessing.sequence.pad_sequences(rows, maxlen=8, dtype="float32")


rng = np.random.RandomState(1)
sentences = np.array([rng.rand(rng.randint(2, 8)) for _ in range(64)], dtype=object)
targets = np.array([rng.rand(1) for _ in range(64)])
sentences, targets = sort(sentences, targets)

model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile(optimizer=tf.keras.optimizers.SGD(0.01), loss="mse")
batch_size = 8
for epoch in range(3):
    for batch in range(len(sentences) // batch_size):
        start = batch * batch_size
        end = start + batch_size
        model.train_on_batch(padded(sentences[start:end]), np.array(targets[start:end]))
