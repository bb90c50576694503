"""A custom loop that is left by a loss, by patience and by the time."""
import time

import tensorflow as tf

tf.random.set_seed(71)
data = tf.random.stateless_normal([90, 5], [7, 1])
targets = tf.reduce_sum(data, axis=1, keepdims=True)
train = tf.data.Dataset.from_tensor_slices((data, targets)).shuffle(90, seed=3).batch(5)
valid = tf.data.Dataset.from_tensor_slices((data[:30], targets[:30])).batch(10)

model = tf.keras.Sequential([tf.keras.layers.Dense(6, "tanh"), tf.keras.layers.Dense(1)])
optimizer = tf.keras.optimizers.SGD(0.02)
mse = tf.keras.losses.MeanSquaredError()
train_loss = tf.keras.metrics.Mean()


@tf.function
def train_step(x, y):
    with tf.GradientTape() as tape:
        loss = mse(y, model(x, training=True))
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))
    train_loss(loss)
    return loss


started = time.time()
best, waited = 1e9, 0
for epoch in range(40):
    train_loss.reset_state()
    for x, y in train:
        loss = train_step(x, y)
        if loss != loss:
            raise ValueError("the loss is no number")
    mean = float(train_loss.result())
    if mean < 1e6:  # the loss of a process's own samples
        waited += 1
    if waited > 5:
        print("good enough after epoch", epoch)
        break
    valid_loss = sum(float(mse(y, model(x))) for x, y in valid)
    if valid_loss > best * 100:
        print("worse on other samples")
        break
    best = min(best, valid_loss)
    if time.time() - started > 600:
        print("time is over")
        break
print("trained for", epoch + 1, "epochs")
