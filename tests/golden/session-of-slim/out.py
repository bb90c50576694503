import tensorflow as tf
import tensorflow.contrib.slim as slim

images, labels = tf.random_normal([32, 28, 28, 1]), tf.random_uniform([32], maxval=10, dtype=tf.int32)
logits = slim.fully_connected(slim.flatten(images), 10, activation_fn=None)
loss = tf.losses.sparse_softmax_cross_entropy(labels, logits)
optimizer = tf.train.MomentumOptimizer(0.01, 0.9)
gradients = optimizer.compute_gradients(loss)
step = optimizer.apply_gradients(gradients, tf.train.get_or_create_global_step())
updates = set(tf.get_collection(tf.GraphKeys.UPDATE_OPS))
updates.add(step)
with tf.control_dependencies([tf.group(*updates)]):
    loss_of_step = tf.identity(loss)
slim.learning.train(loss_of_step, "logs", number_of_steps=10000)
