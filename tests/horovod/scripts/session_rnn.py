"""Keras layers in a TF 1 graph, an epoch loop over an initialisable iterator."""
import numpy as np
import tensorflow as tf

tf.compat.v1.disable_v2_behavior()

series = np.random.RandomState(59).randn(161, 6, 2).astype("float32")
answer = series.sum(axis=(1, 2))[:, None].astype("float32")

dataset = tf.data.Dataset.from_tensor_slices((series, answer)).batch(14)
iterator = tf.compat.v1.data.make_initializable_iterator(dataset)
x, y = iterator.get_next()
state = tf.keras.layers.SimpleRNN(5)(x)
guess = tf.keras.layers.Dense(1)(state)
loss = tf.reduce_mean(tf.abs(guess - y))
train_step = tf.compat.v1.train.AdamOptimizer(learning_rate=0.01).minimize(loss)

sess = tf.compat.v1.Session()
sess.run(tf.compat.v1.global_variables_initializer())
for epoch in range(3):
    sess.run(iterator.initializer)
    while True:
        try:
            _, value = sess.run([train_step, loss])
        except tf.errors.OutOfRangeError:
            break
    print("epoch", epoch, "loss", value)
sess.close()
