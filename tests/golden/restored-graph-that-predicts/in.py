"""A graph that is read from a file predicts: it is told that nothing is trained, by a tensor of that name."""
import numpy as np
import tensorflow.compat.v1 as tf

samples = np.load("samples.npy")
with tf.Session() as session:
    saver = tf.train.import_meta_graph("model.meta")
    saver.restore(session, tf.train.latest_checkpoint("."))
    graph = tf.get_default_graph()
    x, training = graph.get_tensor_by_name("x:0"), graph.get_tensor_by_name("training:0")
    labels = graph.get_tensor_by_name("labels:0")
    for start in range(0, len(samples), 32):
        print(session.run({"train": labels}, {x: samples[start:start + 32], training: False}))
