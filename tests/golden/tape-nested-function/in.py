import tensorflow as tf


def build():
    inputs = tf.keras.Input([4])
    outputs = tf.keras.layers.Dense(1)(inputs)
    return tf.keras.Model(inputs, outputs)


def train(batches, epochs=2):
    model = build()
    optimizer = tf.keras.optimizers.Nadam()
    accumulated = [tf.Variable(tf.zeros_like(v), trainable=False) for v in model.trainable_variables]

    def step(x, y):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean((model(x) - y) ** 2)
        gradients = tape.gradient(loss, model.trainable_variables)
        for total, gradient in zip(accumulated, gradients):
            total.assign_add(gradient)

    for _ in range(epochs):
        for number, (x, y) in enumerate(batches):
            step(x, y)
            if (number + 1) % 2 == 0:
                pairs = [(total / 2, v) for total, v in zip(accumulated, model.trainable_variables)]
                optimizer.apply_gradients(pairs)
                for total in accumulated:
                    total.assign(tf.zeros_like(total))
    return model


x = tf.random.stateless_uniform([32, 4], seed=[9, 10])
train(tf.data.Dataset.from_tensor_slices((x, x[:, :1])).batch(4))
