"""The steps of an epoch are taken by a comprehension, which collects their losses."""

import tensorflow as tf

(x_train, y_train), _ = tf.keras.datasets.mnist.load_data()
data = tf.data.Dataset.from_tensor_slices((x_train / 255.0, y_train)).shuffle(60000).batch(128)
model = tf.keras.Sequential([tf.keras.layers.Flatten(), tf.keras.layers.Dense(10)])
loss_of = tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True)
optimizer = tf.keras.optimizers.Adam(1e-3)


def step(images, labels):
    with tf.GradientTape() as tape:
        loss = loss_of(labels, model(images))
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))
    return loss


for epoch in range(5):
    losses = [float(step(images, labels)) for images, labels in data]
    print(epoch, sum(losses) / len(losses))
