"""A loop without an end tests what was saved last, in a graph of its own, and saves what it has trained."""

import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()


def barrier():
    """Wait until every process has come here."""
    config = tf.ConfigProto(device_count={"GPU": 0})
    with tf.Graph().as_default():
        with tf.Session(config=config) as session:
            session.run(hvd.broadcast(0, root_rank=0, name="barrier"))


x, y = np.load("x.npy"), np.load("y.npy")


def network():
    samples = tf.placeholder(tf.float32, [None, 8])
    labels = tf.placeholder(tf.float32, [None, 1])
    return samples, labels, tf.reduce_mean(tf.square(tf.layers.dense(samples, 1) - labels))


def test():
    samples, labels, loss = network()
    config = tf.ConfigProto()
    config.gpu_options.visible_device_list = str(hvd.local_rank())
    barrier()  # until rank 0 has written model/net
    with tf.Session(config=config) as session:
        session.run(tf.global_variables_initializer())
        saved = tf.train.latest_checkpoint("model")
        if saved is not None:
            tf.train.Saver().restore(session, saved)
        if hvd.rank() == 0:
            print(session.run(loss, {samples: x[:100], labels: y[:100]}))


def train():
    samples, labels, loss = network()
    steps = tf.Variable(0, name="steps", trainable=False)
    step = hvd.DistributedOptimizer(tf.train.AdamOptimizer(0.001 * hvd.size())).minimize(
        loss, global_step=steps
    )
    saver = tf.train.Saver(tf.trainable_variables())
    config = tf.ConfigProto()
    config.gpu_options.visible_device_list = str(hvd.local_rank())
    with tf.Session(config=config) as session:
        session.run(tf.global_variables_initializer())
        session.run(hvd.broadcast_global_variables(0))
        if hvd.local_rank() == 0:
            saver.save(session, "model/net", global_step=0)
        barrier()  # until model/net is there
        decision = tf.placeholder(tf.bool, [])
        agreed = hvd.broadcast(decision, root_rank=0)
        while True:
            for _ in range(max(1, 1000 // hvd.size())):
                rows = np.random.randint(100, len(x), 32)
                taken, _ = session.run([steps, step], {samples: x[rows], labels: y[rows]})
            with tf.Graph().as_default():
                test()
            barrier()  # until every process has read model/net
            if hvd.rank() == 0:
                saver.save(session, "model/net", global_step=taken)
            if session.run(agreed, {decision: taken > max(1, 100000 // hvd.size())}):
                break


train()
