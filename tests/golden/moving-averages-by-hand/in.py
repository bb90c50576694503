import numpy as np
import tensorflow.compat.v1 as tf

tf.disable_eager_execution()


def norm(x, training, scope):
    with tf.variable_scope(scope):
        beta = tf.Variable(tf.zeros([4]))
        pop = tf.get_variable("pop", [4], trainable=False)
        mean, var = tf.nn.moments(x, [0])

        def train():
            update = tf.assign(pop, pop * 0.9 + mean * 0.1)
            with tf.control_dependencies([update]):
                return tf.nn.batch_normalization(x, mean, var, beta, None, 1e-3)

        def test():
            return tf.nn.batch_normalization(x, pop, var, beta, None, 1e-3)

        return tf.cond(training, train, test)


def norm2(x, is_training):
    pop = tf.get_variable("pop2", [4], trainable=False)
    mean, var = tf.nn.moments(x, [0])
    if is_training:
        update = tf.assign(pop, pop * 0.9 + mean * 0.1)
        with tf.control_dependencies([update]):
            return (x - mean) / var
    return (x - pop) / var


def spectral(w):
    u = tf.get_variable("u", [1, w.shape.as_list()[-1]], trainable=False)
    v = tf.nn.l2_normalize(tf.matmul(u, tf.transpose(w)))
    u_hat = tf.nn.l2_normalize(tf.matmul(v, w))
    with tf.control_dependencies([u.assign(u_hat)]):
        return w / tf.matmul(tf.matmul(v, w), tf.transpose(u_hat))


images = tf.placeholder(tf.float32, (None, 8))
labels = tf.placeholder(tf.float32, (None, 4))
training = tf.placeholder(tf.bool, [])
lr = tf.Variable(0.001, trainable=False)
new_lr = tf.placeholder(tf.float32, [])
set_lr = tf.assign(lr, new_lr)
w = tf.get_variable("w", [images.get_shape()[-1], 4])
features = tf.matmul(images, spectral(w))
loss = tf.reduce_mean((norm2(norm(features, training, "n"), True) - labels) ** 2)
train = tf.train.AdamOptimizer(lr).minimize(loss)
x, y = np.load("x.npy"), np.load("y.npy")
with tf.Session() as session:
    session.run(tf.global_variables_initializer())
    for epoch in range(10):
        for i in range(len(x) // 32):
            session.run(train, {images: x[i * 32 : (i + 1) * 32], labels: y[i * 32 : (i + 1) * 32], training: True})
