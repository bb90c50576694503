import numpy as np
import tensorflow as tf

samples = np.load("samples.npy")
g = tf.keras.Sequential([tf.keras.layers.Dense(10)])
d = tf.keras.Sequential([tf.keras.layers.Dense(1)])
g_opt, d_opt = tf.keras.optimizers.Adam(1e-4), tf.keras.optimizers.Adam(1e-4)
import json
args = json.load(open("c.json"))


def g_step():
    with tf.GradientTape() as tape:
        loss = -tf.reduce_mean(d(g(tf.random.normal([32, 4]))))
    g_opt.apply_gradients(zip(tape.gradient(loss, g.trainable_variables), g.trainable_variables))
    return loss


def d_step(real):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(d(g(tf.random.normal([32, 4])))) - tf.reduce_mean(d(real))
    d_opt.apply_gradients(zip(tape.gradient(loss, d.trainable_variables), d.trainable_variables))
    return loss


for turn in range(args["rounds"]):
    for _ in range(args["g"]):
        loss = g_step()
    for _ in range(args["d"]):
        d_step(samples[np.random.choice(len(samples), 32)])
    if turn % 100 == 0:
        print(turn, float(loss))
        g.save_weights("g.h5")
