import tensorflow as tf

weights = {"w": tf.Variable([[1.0], [2.0]]), "b": tf.Variable([0.5])}
optimizer = tf.keras.optimizers.SGD(learning_rate=0.1)

for _ in range(10):
    x = tf.random.normal([8, 2])
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean((x @ weights["w"] + weights["b"]) ** 2)
    gradients = tape.gradient(loss, weights)
    optimizer.apply_gradients([(gradients[name], weights[name]) for name in weights])
