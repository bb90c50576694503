import tensorflow as tf

model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
opt = tf.optimizers.SGD(0.05)

for step in range(20):
    x = tf.random.normal([16, 3])
    with tf.GradientTape() as t:
        loss = tf.reduce_mean(model(x) ** 2)
        grads_and_vars = zip(t.gradient(loss, model.trainable_variables), model.trainable_variables)
    result = opt.apply_gradients(grads_and_vars=grads_and_vars)  # the result is kept
