"""A generator without an end that each epoch goes on with; its order is drawn anew whenever all images have been seen."""

import numpy as np
import tensorflow as tf

EPOCHS = 20
BATCH_SIZE = 8


def batches(lines, batch_size):
    place = 0
    while True:
        images, labels = [], []
        for _ in range(batch_size):
            if place == 0:
                np.random.shuffle(lines)
            path, label = lines[place].split()
            image = np.load(path)
            images.append(image[:, ::-1] if np.random.rand() < 0.5 else image)
            labels.append(int(label))
            place = (place + 1) % len(lines)
        yield np.stack(images), np.array(labels)


with open("train.txt") as listed:
    lines = listed.readlines()
steps = len(lines) // BATCH_SIZE

model = tf.keras.Sequential([tf.keras.layers.Flatten(), tf.keras.layers.Dense(10)])
optimizer = tf.keras.optimizers.Adam(learning_rate=0.001)
samples = batches(lines, BATCH_SIZE)
for epoch in range(EPOCHS):
    done = 0
    for x, y in samples:
        if done == steps:
            break
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(tf.nn.sparse_softmax_cross_entropy_with_logits(labels=y, logits=model(x)))
        gradients = tape.gradient(loss, model.trainable_variables)
        optimizer.apply_gradients(zip(gradients, model.trainable_variables))
        done += 1
    print(epoch, float(loss))
