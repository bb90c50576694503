"""One function builds the graph to train or to predict: the ops that are run are read by their names, and train nothing."""
import numpy as np
import tensorflow as tf

z = tf.placeholder(tf.float32, [None, 4])


def training_nodes():
    nodes = {"fake": tf.layers.dense(z, 1, name="dense", reuse=tf.AUTO_REUSE)}
    nodes["train_op"] = tf.train.AdamOptimizer(0.01).minimize(tf.reduce_mean(nodes["fake"] ** 2))
    return nodes


def predicting_nodes():
    nodes = {"fake": tf.layers.dense(z, 1, name="dense", reuse=tf.AUTO_REUSE)}
    nodes["save"] = tf.py_func(lambda samples: np.save("samples.npy", samples), [nodes["fake"]], [])
    nodes["show"] = tf.print(nodes["fake"])
    return nodes


def build(mode):
    if mode == "train":
        return training_nodes()
    return predicting_nodes()


build("train")
nodes = build("predict")
sampler = tf.group([nodes[key] for key in ("save", "show") if key in nodes])
saver = tf.train.Saver()
with tf.Session() as session:
    saver.restore(session, "saved/model")
    for run in range(10):
        session.run(sampler, {z: np.random.normal(size=(8, 4))})
