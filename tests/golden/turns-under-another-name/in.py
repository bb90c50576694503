import numpy as np
import tensorflow as tf

BATCH = 16

x = np.load("x.npy")
y = np.load("y.npy")
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile(tf.keras.optimizers.Adam(1e-3), "mse")
other = tf.keras.Sequential([tf.keras.layers.Dense(1)])
optimizer = tf.keras.optimizers.SGD(0.01)
data = tf.data.Dataset.from_tensor_slices((x, y)).shuffle(len(x)).batch(BATCH)
manager = tf.train.CheckpointManager(tf.train.Checkpoint(model=other), "checkpoints", 3)
batches = (len(x) - 1) // BATCH + 1
often = 0.5
for epoch in range(10):
    for start in range(0, len(x), BATCH):
        model.train_on_batch(x[start : start + BATCH], y[start : start + BATCH])
        turn = start // BATCH + 1
        if turn % (batches * often) == 0:
            model.save_weights("weights.h5")
        position = start // 10
        if position % 20 == 0:
            print(position)
for epoch in range(10):
    for i, (inputs, targets) in enumerate(data):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(tf.square(other(inputs) - targets))
        gradients = tape.gradient(loss, other.trainable_variables)
        optimizer.apply_gradients(zip(gradients, other.trainable_variables))
        step = i + 1
        if step % 200 == 0:
            print(step, float(loss))
            manager.save()
