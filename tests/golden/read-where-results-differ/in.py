import json

import numpy as np
import tensorflow as tf

inputs, targets = np.load("inputs.npy"), np.load("targets.npy")
data = tf.data.Dataset.from_tensor_slices((inputs, targets)).shuffle(1000).batch(32)
model = tf.keras.Sequential([tf.keras.Input((4,)), tf.keras.layers.Dense(1), tf.keras.layers.BatchNormalization()])
optimizer = tf.keras.optimizers.Adam(0.001)
mean = tf.keras.metrics.Mean()
best = np.inf

for epoch in range(10):
    for x, y in data:
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean((model(x, training=True) - y) ** 2)
        gradients = tape.gradient(loss, model.trainable_variables)
        optimizer.apply_gradients(zip(gradients, model.trainable_variables))
    mean.update_state((model(inputs) - targets) ** 2)
    value = float(mean.result())
    if value < best:
        best = value
        with open("best.txt", "w") as file:
            file.write(str(value))
        best = float(open("best.txt").read())
    found = []
    for each in range(10):
        outputs = model(inputs[each : each + 1])
        for place in range(outputs[outputs > 0.5].shape[0]):
            result = {}
            result["place"] = place
            found.append(result)
    if not found == []:
        with open("found.json", "w") as file:
            json.dump(found, file)
        found = json.load(open("found.json"))
