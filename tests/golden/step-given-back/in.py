"""The training step gives back how many steps were taken before it; a schedule counts them, too."""

import tensorflow as tf

data = tf.data.Dataset.from_tensor_slices((tf.random.normal([3200, 4]), tf.random.normal([3200, 1]))).repeat().shuffle(3200).batch(32)
model = tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(4,))])
optimizer = tf.keras.optimizers.SGD(tf.keras.optimizers.schedules.PiecewiseConstantDecay([500, 800], [0.1, 0.01, 0.001]))


@tf.function
def train_step(x, y):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean((model(x) - y) ** 2)
    optimizer.apply_gradients(zip(tape.gradient(loss, model.trainable_variables), model.trainable_variables))
    step = optimizer.iterations
    return loss, step - 1


for x, y in data:
    loss, step = train_step(x, y)
    if step % 100 == 0:
        print(step, loss.numpy())
    if step == 1000:
        break
