"""A graph that is read from a file is asked for its train op by a name: it is not seen what that does."""
import numpy as np
import tensorflow.compat.v1 as tf

samples, labels = np.load("samples.npy"), np.load("labels.npy")
with tf.Session() as session:
    saver = tf.train.import_meta_graph("model.meta")
    saver.restore(session, tf.train.latest_checkpoint("."))
    graph = tf.get_default_graph()
    x, y = graph.get_tensor_by_name("x:0"), graph.get_tensor_by_name("y:0")
    loss = graph.get_tensor_by_name("loss:0")
    update = graph.get_operation_by_name("model/train")
    for epoch in range(10):
        for start in range(0, len(samples), 32):
            feed = {x: samples[start:start + 32], y: labels[start:start + 32]}
            _, value = session.run([update, loss], feed_dict=feed)
        print(epoch, value)
    train = tf.get_collection("updates")[0]
    session.run(train, {x: samples, y: labels})
    session.run("Adam", {"x:0": samples, "y:0": labels})
