import tensorflow as tf

data = tf.data.Dataset.from_tensor_slices(tf.random.normal([640, 4])).shuffle(640).batch(32)
e = tf.keras.Sequential([tf.keras.layers.Dense(4)])
g = tf.keras.Sequential([tf.keras.layers.Dense(4)])
optimizer = tf.keras.optimizers.Adam(0.001)
checkpoint = tf.train.Checkpoint(e=e, g=g, optimizer=optimizer)
checkpoint.restore(tf.train.latest_checkpoint("checkpoints"))
for epoch in range(3):
    for x in data:
        with tf.GradientTape(persistent=True) as tape:
            code = e(x)
            first = tf.reduce_mean(code ** 2)
            second = tf.reduce_mean((g(code) - x) ** 2)
        e_grads = tape.gradient(first, e.trainable_variables)
        g_grads = tape.gradient(second, g.trainable_variables)
        optimizer.apply_gradients(zip(e_grads, e.trainable_variables))
        optimizer.apply_gradients(zip(g_grads, g.trainable_variables))
    checkpoint.save("checkpoints/ckpt")
