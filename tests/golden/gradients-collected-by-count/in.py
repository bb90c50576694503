import numpy as np
import tensorflow as tf
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
optimizer = tf.keras.optimizers.Adam(0.005)
x = list(np.load("points.npy").astype("float32"))
update_size = 60
count = 0
collected = []
for epoch in range(100):
    np.random.shuffle(x)
    for sample in x:
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(tf.square(model(sample[None])))
        gradients = tape.gradient(loss, model.trainable_variables)
        collected.append(gradients)
        count += 1
        if count >= update_size:
            count = 0
            summed = [tf.reduce_sum(each, axis=0) for each in zip(*collected)]
            optimizer.apply_gradients(zip(summed, model.trainable_variables))
            collected.clear()
