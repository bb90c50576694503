"""A seed that is the same in all processes, and a loop over batches that trains a model with a layer that drops units."""
import tensorflow as tf

tf.keras.utils.set_random_seed(1)
model = tf.keras.Sequential([tf.keras.layers.Dropout(0.5), tf.keras.layers.Dense(1)])
sgd = tf.keras.optimizers.SGD(0.1)
x = tf.reshape(tf.range(80.0), [80, 1])
data = tf.data.Dataset.from_tensor_slices((x, x)).shuffle(80).batch(8)


@tf.function
def train_step(inputs, targets):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean((model(inputs, training=True) - targets) ** 2)
    gradients = tape.gradient(loss, model.trainable_variables)
    sgd.apply_gradients(zip(gradients, model.trainable_variables))


for epoch in range(3):
    for inputs, targets in data:
        train_step(inputs, targets)
