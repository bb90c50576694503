import tensorflow.compat.v1 as tf

tf.disable_v2_behavior()
w = tf.get_variable("w", [])
optimizer = tf.train.GradientDescentOptimizer(0.1)
towers = []
i = 0
while i < 2:
    with tf.device("/gpu:%d" % i):
        towers.append(optimizer.compute_gradients(tf.square(w - i)))
    i += 1
averaged = [(tf.add_n([g for g, _ in pairs]) / 2, pairs[0][1]) for pairs in zip(*towers)]
train_op = optimizer.apply_gradients(averaged)
with tf.Session(config=tf.ConfigProto(allow_soft_placement=True)) as sess:
    sess.run(tf.global_variables_initializer())
    _ = 0
    while _ < 10:
        sess.run(train_op)
        _ += 1
