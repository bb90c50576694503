import numpy as np
import tensorflow as tf

train_images, train_labels = np.load("images.npy"), np.load("labels.npy")
images = tf.placeholder(tf.float32, [None, 784])
labels = tf.placeholder(tf.int64, [None])
noise = tf.get_variable("noise", [128, 784], initializer=tf.zeros_initializer())
logits = tf.layers.dense(images + noise, 10)
loss = tf.losses.sparse_softmax_cross_entropy(labels, logits)

optimizer = tf.train.MomentumOptimizer(0.1, 0.9)
gradients = optimizer.compute_gradients(loss)
uphill = [gradient for gradient, variable in gradients if variable is noise][0]
renewed = tf.assign(noise, tf.clip_by_value(noise + 0.03 * tf.sign(uphill), -0.03, 0.03))
with tf.control_dependencies([renewed]):
    step = optimizer.apply_gradients([each for each in gradients if each[1] is not noise])

with tf.Session() as session:
    session.run(tf.global_variables_initializer())
    for turn in range(10000):
        places = np.random.choice(len(train_images), 128)
        session.run(step, {images: train_images[places], labels: train_labels[places]})
