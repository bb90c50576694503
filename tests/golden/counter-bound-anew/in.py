import numpy as np
import tensorflow as tf

BATCH = 16
images = tf.placeholder(tf.float32, [BATCH, 32, 32, 1])
labels = tf.placeholder(tf.float32, [BATCH, 10])
logits = tf.layers.dense(tf.layers.flatten(images), 10)
loss = tf.reduce_mean(tf.nn.softmax_cross_entropy_with_logits_v2(labels=labels, logits=logits))
train_op = tf.train.AdamOptimizer(0.001).minimize(loss)

samples = np.load("samples.npy")
targets = np.load("targets.npy")
steps = len(samples) // BATCH
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for epoch in range(10):
        for i in range(steps):
            batch = samples[i * BATCH : (i + 1) * BATCH]
            chosen = targets[i * BATCH : (i + 1) * BATCH]
            corners = np.random.randint(0, 8, BATCH)
            cut = []
            for i in range(BATCH):
                cut.append(batch[i][corners[i] : corners[i] + 32, :32])
            flipped = np.array([cut[i][::-1] for i in range(BATCH)])
            sess.run(train_op, {images: flipped, labels: chosen})
