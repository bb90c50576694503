import numpy as np
import tensorflow as tf
from mylib import lr_poly_decay

data = np.load("x.npy")
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile(tf.keras.optimizers.SGD(0.1), "mse")
batch, epochs = 32, 10
max_iter = (len(data) // batch) * epochs
it = 0
base = tf.keras.backend.get_value(model.optimizer.lr)
for epoch in range(epochs):
    np.random.shuffle(data)
    for start in range(0, len(data), batch):
        x = data[start:start + batch]
        model.train_on_batch(x, x)
        it += 1
        lr_poly_decay(model, base, it, max_iter, power=0.5)
