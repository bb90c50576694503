import tensorflow as tf

saved = 3
x = tf.Variable(1.0)
optimizer = tf.keras.optimizers.SGD(0.1)
for step in range(saved + 1, 100):
    with tf.GradientTape() as tape:
        loss = (x - tf.random.normal([])) ** 2
    optimizer.apply_gradients([(tape.gradient(loss, x), x)])
for step in range(saved if saved else 0, 100):
    with tf.GradientTape() as tape:
        loss = (x - tf.random.normal([])) ** 2
    optimizer.apply_gradients([(tape.gradient(loss, x), x)])
