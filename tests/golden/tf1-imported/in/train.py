import tensorflow.compat.v1 as tf
import running

weight = tf.get_variable("weight", [], use_resource=True)
running.train(tf.train.AdamOptimizer(0.1).minimize(tf.square(weight - tf.random.normal([]))))
