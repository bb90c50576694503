"""A buffer out of which samples are taken at places drawn by chance orders them: alike in all processes."""
import numpy as np
import tensorflow as tf

texts = np.load("texts.npy")


def mixed(samples, size=1000):
    buffer = []
    for sample in samples:
        buffer.append(sample)
        if len(buffer) > size:
            place = np.random.randint(len(buffer))
            yield buffer.pop(place)
    while buffer:
        yield buffer.pop(np.random.randint(len(buffer)))


def batches(size):
    while True:
        batch = []
        for sample in mixed(texts):
            batch.append(sample)
            if len(batch) == size:
                yield np.stack(batch), np.stack(batch)[:, 0]
                batch = []


model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile("adam", "mse")
model.fit(batches(32), steps_per_epoch=len(texts) // 32, epochs=5)
