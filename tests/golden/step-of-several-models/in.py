import tensorflow as tf


def network(units):
    return tf.keras.Sequential([tf.keras.layers.Dense(8, activation="relu"), tf.keras.layers.Dense(units)])


forth, back = network(3), network(2)
judge = network(1)
optimizer_forth = tf.keras.optimizers.Adam(0.001)
optimizer_back = tf.keras.optimizers.Adam(0.001)
optimizer_judge = tf.keras.optimizers.Adam(0.0005)
dataset = tf.data.Dataset.from_tensor_slices((tf.ones([80, 2]), tf.ones([80, 3]))).shuffle(80).batch(8)


@tf.function
def train_step(x, y):
    with tf.GradientTape(persistent=True) as tape:
        made = forth(x)
        cycle = tf.reduce_mean((back(made) - x) ** 2)
        loss_forth = cycle - tf.reduce_mean(judge(made))
        loss_back = cycle + tf.reduce_mean((back(y) - x) ** 2)
        loss_judge = tf.reduce_mean(judge(made)) - tf.reduce_mean(judge(y))
    for loss, model, optimizer in [
        (loss_forth, forth, optimizer_forth),
        (loss_back, back, optimizer_back),
        (loss_judge, judge, optimizer_judge),
    ]:
        gradients = tape.gradient(loss, model.trainable_variables)
        optimizer.apply_gradients(zip(gradients, model.trainable_variables))


for epoch in range(3):
    for x, y in dataset:
        train_step(x, y)
