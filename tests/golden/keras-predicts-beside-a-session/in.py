import numpy as np
import tensorflow as tf
from tensorflow import keras

vgg = keras.applications.vgg16.VGG16(include_top=False, weights="imagenet", pooling="avg")
x = tf.placeholder(tf.float32, [None, 512])
y = tf.placeholder(tf.float32, [None, 1])
loss = tf.reduce_mean(tf.square(tf.layers.dense(x, 1) - y))
op = tf.train.AdamOptimizer(0.001).minimize(loss)
images, targets = np.load("x.npy"), np.load("y.npy")
sess = tf.Session()
sess.run(tf.global_variables_initializer())
for epoch in range(10):
    order = np.random.permutation(len(images))
    for i in range(len(images) // 32):
        rows = order[i * 32 : (i + 1) * 32]
        features = vgg.predict(images[rows])
        sess.run(op, {x: features, y: targets[rows]})
