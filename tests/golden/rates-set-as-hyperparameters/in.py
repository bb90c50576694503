import numpy as np
import tensorflow as tf

images, labels = np.load("images.npy"), np.load("labels.npy")
data = tf.data.Dataset.from_tensor_slices((images, labels)).shuffle(len(images)).batch(32)
model = tf.keras.Sequential([tf.keras.layers.Flatten(), tf.keras.layers.Dense(10)])
loss = tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True)
optimizer = tf.keras.optimizers.SGD(momentum=0.9)
schedule = tf.keras.experimental.CosineDecayRestarts(0.01, first_decay_steps=10)
for epoch in range(20):
    optimizer._set_hyper("learning_rate", schedule(epoch))
    if epoch == 15:
        optimizer._set_hyper("learning_rate", optimizer._get_hyper("learning_rate") * 0.5)
    optimizer._set_hyper("momentum", 0.9 + 0.001 * epoch)
    for x, y in data:
        with tf.GradientTape() as tape:
            value = loss(y, model(x, training=True))
        gradients = tape.gradient(value, model.trainable_variables)
        optimizer.apply_gradients(zip(gradients, model.trainable_variables))
