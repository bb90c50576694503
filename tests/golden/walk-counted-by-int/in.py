import numpy as np
import tensorflow as tf

BATCH, SAY_EVERY = 32, 100

names = sorted(tf.gfile.Glob("train/*.npy"))
images = tf.placeholder(tf.float32, [None, 784])
loss = tf.reduce_mean(tf.square(tf.layers.dense(images, 784) - images))
train_op = tf.train.AdamOptimizer(0.001).minimize(loss)

with tf.Session() as session:
    session.run(tf.global_variables_initializer())
    for epoch in range(10):
        number = len(names)
        turns = 0
        while turns * BATCH < number:
            start = turns * BATCH
            end = start + BATCH
            batch = np.stack([np.load(name) for name in names[start:end]])
            turns += 1
            session.run(train_op, {images: batch})
            if int(turns) % SAY_EVERY == 0 or turns * BATCH >= number:
                print(epoch, turns, session.run(loss, {images: batch}))
