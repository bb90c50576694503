import json

import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()

config = json.load(open("config.json"))
samples = np.load("samples.npy")
x = tf.placeholder(tf.float32, [None, 8])
warmth, weight, limit = tf.placeholder(tf.float32, []), tf.placeholder(tf.float32, []), tf.placeholder(tf.float32, [])
hidden = tf.layers.dense(x, 8) / warmth
loss = tf.reduce_mean(tf.minimum(tf.square(hidden - x), limit)) + weight * tf.reduce_mean(tf.square(hidden))
train_op = hvd.DistributedOptimizer(tf.train.AdamOptimizer(config["rate"] * hvd.size())).minimize(loss)
temperature, pressure, bound, seen = config["temperature"], 0.0, 10.0, 0
session_config = tf.ConfigProto()
session_config.gpu_options.visible_device_list = str(hvd.local_rank())
with tf.Session(config=session_config) as session:
    session.run(tf.global_variables_initializer())
    session.run(hvd.broadcast_global_variables(0))
    for step in range(max(1, config["steps"] // hvd.size())):
        chosen = np.random.choice(len(samples), config["batch"])
        seen += config["batch"]
        session.run(train_op, {x: samples[chosen], warmth: temperature, weight: pressure, limit: bound})
        temperature = max(temperature * config["cooling"] ** hvd.size(), config["coldest"])
        pressure = min(1.0, pressure + config["pressing"] * hvd.size())
        bound -= config["narrowing"] * hvd.size()
        if step % max(1, 100 // hvd.size()) == 0 and hvd.rank() == 0:
            print(step, seen)
