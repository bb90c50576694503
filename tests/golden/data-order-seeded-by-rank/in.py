"""A seed that the author has made another one in each process is no order for all of them."""

import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()
np.random.seed(7 + hvd.rank())
images = np.load("digits.npy")
model = tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(784,))])
model.compile(tf.keras.optimizers.Adam(0.001), "mse")

for epoch in range(5):
    np.random.shuffle(images)
    for i in range(len(images) // 32):
        model.train_on_batch(images[i * 32 : (i + 1) * 32], np.ones(32))
