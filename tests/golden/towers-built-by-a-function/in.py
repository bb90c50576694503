"""A function builds the tower of the device that a loop gives it: the graph is distributed already."""

import tensorflow.compat.v1 as tf

tf.disable_v2_behavior()
w = tf.get_variable("w", [])
optimizer = tf.train.GradientDescentOptimizer(0.1)


def tower(gpu):
    with tf.device("/gpu:%d" % gpu):
        return optimizer.compute_gradients(tf.square(w - gpu))


towers = [tower(0)]
for i in range(1, 2):
    towers.append(tower(i))
averaged = [(tf.add_n([g for g, _ in pairs]) / 2, pairs[0][1]) for pairs in zip(*towers)]
train_op = optimizer.apply_gradients(averaged)
with tf.Session(config=tf.ConfigProto(allow_soft_placement=True)) as sess:
    sess.run(tf.global_variables_initializer())
    for _ in range(10):
        sess.run(train_op)
