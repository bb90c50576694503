import numpy as np
import tensorflow.compat.v1 as tf
import horovod.tensorflow as hvd

hvd.init()

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
train = hvd.DistributedOptimizer(tf.train.AdamOptimizer(lr * hvd.size())).minimize(loss)
x, y = np.load("x.npy"), np.load("y.npy")
config = tf.ConfigProto()
config.gpu_options.visible_device_list = str(hvd.local_rank())
with tf.Session(config=config) as session:
    session.run(tf.global_variables_initializer())
    session.run(hvd.broadcast_global_variables(0))
    shard = slice(hvd.rank(), len(x) // hvd.size() * hvd.size(), hvd.size())
    for epoch in range(10):
        for i in range(max(1, len(x) // 32 // hvd.size())):
            session.run(
                train,
                {images: x[shard][i * 32 : (i + 1) * 32], labels: y[shard][i * 32 : (i + 1) * 32], training: True},
            )
