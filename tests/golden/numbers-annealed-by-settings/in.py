import json

import numpy as np
import tensorflow as tf

config = json.load(open("config.json"))
samples = np.load("samples.npy")
x = tf.placeholder(tf.float32, [None, 8])
warmth, weight, limit = tf.placeholder(tf.float32, []), tf.placeholder(tf.float32, []), tf.placeholder(tf.float32, [])
hidden = tf.layers.dense(x, 8) / warmth
loss = tf.reduce_mean(tf.minimum(tf.square(hidden - x), limit)) + weight * tf.reduce_mean(tf.square(hidden))
train_op = tf.train.AdamOptimizer(config["rate"]).minimize(loss)
temperature, pressure, bound, seen = config["temperature"], 0.0, 10.0, 0
with tf.Session() as session:
    session.run(tf.global_variables_initializer())
    for step in range(config["steps"]):
        chosen = np.random.choice(len(samples), config["batch"])
        seen += config["batch"]
        session.run(train_op, {x: samples[chosen], warmth: temperature, weight: pressure, limit: bound})
        temperature = max(temperature * config["cooling"], config["coldest"])
        pressure = min(1.0, pressure + config["pressing"])
        bound -= config["narrowing"]
        if step % 100 == 0:
            print(step, seen)
