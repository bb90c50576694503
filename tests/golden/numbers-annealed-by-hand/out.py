"""Each step changes numbers that it is fed: a step of a process stands for one of every process. What is measured decides alone."""
import numpy as np
import tensorflow.compat.v1 as tf
import horovod.tensorflow as hvd

hvd.init()

tf.disable_v2_behavior()
samples = np.load("samples.npy")
x = tf.placeholder(tf.float32, [None, 10])
tau, beta, std, scale = [tf.placeholder(tf.float32, []) for _ in range(4)]
hidden = tf.layers.dense(x, 4)
loss = tf.reduce_mean(tf.nn.softmax(hidden / tau)) + beta * tf.nn.l2_loss(hidden) + std * scale
train_op = hvd.DistributedOptimizer(tf.train.AdamOptimizer(0.001 * hvd.size())).minimize(loss)
temperature, weight, noise, factor = 1.0, 0.0, 1.0, 1.0
config = tf.ConfigProto()
config.gpu_options.visible_device_list = str(hvd.local_rank())
with tf.Session(config=config) as session:
    session.run(tf.global_variables_initializer())
    session.run(hvd.broadcast_global_variables(0))
    decision = tf.placeholder(tf.bool, [])
    agreed = hvd.broadcast(decision, root_rank=0)
    for step in range(max(1, 10000 // hvd.size())):
        rows = np.random.randint(0, len(samples), 32)
        fed = {x: samples[rows], tau: temperature, beta: weight, std: noise, scale: factor}
        _, value = session.run([train_op, loss], fed)
        if temperature > 0.5:
            temperature *= 0.9999 ** hvd.size()
        weight = min(1.0, weight + 1e-4 * hvd.size())
        if step > 500 // hvd.size():
            noise -= 1e-4 * hvd.size()
        if session.run(agreed, {decision: value < 0.1}):
            factor *= 0.9
