import numpy as np
import tensorflow as tf

BATCH = 32

images, labels = np.load("images.npy"), np.load("labels.npy")
steps = len(images) // BATCH
image = tf.placeholder(tf.float32, [None, 784])
label = tf.placeholder(tf.int64, [None])
logits = tf.layers.dense(image, 10)
loss = tf.losses.sparse_softmax_cross_entropy(label, logits)
global_step = tf.train.get_or_create_global_step()
train_op = tf.train.AdamOptimizer(0.001).minimize(loss, global_step=global_step)
saver = tf.train.Saver()

with tf.Session() as session:
    session.run(tf.global_variables_initializer())
    checkpoint = tf.train.latest_checkpoint("checkpoints")
    if checkpoint:
        saver.restore(session, checkpoint)
    first = session.run(global_step) // steps
    for epoch in range(first, 20):
        order = np.random.permutation(len(images))
        for step in range(steps):
            rows = order[step * BATCH : (step + 1) * BATCH]
            session.run(train_op, {image: images[rows], label: labels[rows]})
        saver.save(session, "checkpoints/model", global_step=global_step)
