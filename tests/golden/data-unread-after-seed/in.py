import tensorflow as tf
from providers import Provider

tf.random.set_seed(7)
provider = Provider("train")
data = iter(provider.batches(32, shuffle=True, repeats=-1))
model = tf.keras.Sequential([tf.keras.Input((4,)), tf.keras.layers.Dense(1)])
optimizer = tf.keras.optimizers.Adam(0.001)

for step in range(1000):
    x, y = next(data)
    noise = tf.random.normal([32, 4])
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean((model(x + noise) - y) ** 2)
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))
