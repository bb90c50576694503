"""A graph whose warm-up, keep probability and weight of a loss follow the global step."""
import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()

WARMUP = 1000


def learning_rate(step):
    done = tf.minimum(tf.cast(step * hvd.size(), tf.float32) / WARMUP, 1.0)
    decayed = tf.train.exponential_decay(0.1, step, 5000 / hvd.size(), 0.9)
    return tf.where(step * hvd.size() < WARMUP, 0.1 * done, decayed)


def weight(step):
    return tf.minimum(1.0, tf.to_float(step) / 20000)


def keep_probability(step):
    return tf.train.polynomial_decay(0.5, step * 32, 320000 / hvd.size(), 1.0)


data = np.load("data.npy")
x = tf.placeholder(tf.float32, [None, 3])
step = tf.train.get_or_create_global_step()
code = tf.layers.dense(tf.nn.dropout(x, keep_probability(step)), 2)
loss = tf.reduce_mean((tf.layers.dense(code, 3) - x) ** 2) + weight(
    step * hvd.size()
) * tf.reduce_mean(code ** 2)
rate = learning_rate(step)
tf.summary.scalar("step", step)
train_op = hvd.DistributedOptimizer(tf.train.AdamOptimizer(rate * hvd.size())).minimize(
    loss, global_step=step
)

config = tf.ConfigProto()
config.gpu_options.visible_device_list = str(hvd.local_rank())
with tf.Session(config=config) as sess:
    sess.run(tf.global_variables_initializer())
    sess.run(hvd.broadcast_global_variables(0))
    for i in range(max(1, 30000 // hvd.size())):
        _, at = sess.run([train_op, step], {x: data[np.random.choice(len(data), 32)]})
