import numpy as np
import tensorflow as tf

x, y = np.load("x.npy"), np.load("y.npy")
data = tf.data.Dataset.from_tensor_slices((x, y)).batch(32)
model = tf.keras.Sequential([tf.keras.layers.Dense(4)])
optimizer = tf.keras.optimizers.SGD(0.1)
bs = 32
out = np.zeros((len(x), 4), "float32")
for epoch in range(3):
    for i, (images, labels) in enumerate(data):
        with tf.GradientTape() as tape:
            outputs = model(images)
            loss = tf.reduce_mean((outputs - labels) ** 2)
        gradients = tape.gradient(loss, model.trainable_variables)
        optimizer.apply_gradients(zip(gradients, model.trainable_variables))
        out[i * bs : (i + 1) * bs] = outputs.numpy()
    print(epoch, np.mean((out - y) ** 2))
np.save("out.npy", out)
