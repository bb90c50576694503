import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()

x = tf.placeholder(tf.float32, [None, 8])
hidden = tf.layers.dense(x, 16, name="body")
loss = tf.reduce_mean(tf.layers.dense(hidden, 1, name="head") ** 2)
step = tf.train.get_or_create_global_step()
body = tf.get_collection(tf.GraphKeys.TRAINABLE_VARIABLES, "body")
head = tf.get_collection(tf.GraphKeys.TRAINABLE_VARIABLES, "head")

rate = tf.train.exponential_decay(
    0.01, step, 1000 / hvd.size(), 0.9, staircase=True
)
slow = 0.1 * rate
fast = tf.train.polynomial_decay(
    0.1 * hvd.size(),
    step,
    5000 / hvd.size(),
    end_learning_rate=0.0001 * hvd.size(),
)
train = tf.group(
    hvd.DistributedOptimizer(
        tf.train.MomentumOptimizer(rate * hvd.size(), 0.9)
    ).minimize(loss, step, var_list=head),
    hvd.DistributedOptimizer(
        tf.train.MomentumOptimizer(slow * hvd.size(), 0.9)
    ).minimize(loss, var_list=body),
    hvd.DistributedOptimizer(tf.train.AdamOptimizer(fast)).minimize(loss),
)

samples = np.load("samples.npy")
config = tf.ConfigProto()
config.gpu_options.visible_device_list = str(hvd.local_rank())
with tf.Session(config=config) as session:
    session.run(tf.global_variables_initializer())
    session.run(hvd.broadcast_global_variables(0))
    for _ in range(max(1, 5000 // hvd.size())):
        session.run(train, {x: samples[np.random.choice(len(samples), 32)]})
