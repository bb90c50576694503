import random

import tensorflow as tf

w = tf.Variable(3.0)
opt = tf.keras.optimizers.SGD(learning_rate=0.1)
for _ in range(10):
    x = random.random()
    opt.minimize(lambda: (w - x) ** 2, var_list=[w])
print(w.numpy())
