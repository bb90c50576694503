import tensorflow as tf

data = tf.data.Dataset.from_tensor_slices((tf.random.normal([640, 4]), tf.random.normal([640, 1]))).shuffle(640).batch(32)
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
rate = tf.keras.optimizers.schedules.PolynomialDecay(0.01, 200)
model.compile(tf.keras.optimizers.SGD(rate), "mse")
model.fit(data, epochs=10)
