"""A progress bar that is told the number of the turns besides the range of them."""

import numpy as np
import tensorflow as tf
from tqdm import tqdm
x = tf.placeholder(tf.float32, [None, 4])
step = tf.train.AdamOptimizer(0.1).minimize(tf.reduce_mean(tf.layers.dense(x, 1)))
data = np.load("x.npy")
n = 1000
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for epoch in range(10):
        for _ in tqdm(range(n), total=n, unit="b"):
            sess.run(step, {x: data[np.random.choice(len(data), 32)]})
