"""The step is taken out of a slice of what a session has fetched."""

import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()

features = np.load("features.npy")
x, rate = tf.placeholder(tf.float32, [None, 8]), tf.placeholder(tf.float32, [])
loss = tf.reduce_mean(tf.layers.dense(x, 1) ** 2)
step = tf.train.get_or_create_global_step()
train_op = hvd.DistributedOptimizer(
    tf.train.AdamOptimizer(rate * hvd.size())
).minimize(loss, global_step=step)
saver = tf.train.Saver()
config = tf.ConfigProto()
config.gpu_options.visible_device_list = str(hvd.local_rank())
with tf.Session(config=config) as session:
    session.run(tf.global_variables_initializer())
    newest = tf.train.latest_checkpoint("weights")
    if newest:
        saver.restore(session, newest)
        taken = int(newest.split("-")[-1])
    else:
        taken = 0
    session.run(hvd.broadcast_global_variables(0))
    if hvd.rank() == 0:
        print("from step", taken)
    current = 0.001
    decision = tf.placeholder(tf.bool, [])
    agreed = hvd.broadcast(decision, root_rank=0)
    for _ in range(max(1, 100000 // hvd.size())):
        batch = features[np.random.choice(len(features), 32)]
        fetched = session.run([train_op, step, loss], {x: batch, rate: current})
        taken, value = fetched[1:]
        if session.run(
            agreed, {decision: taken % max(1, 1000 // hvd.size()) == 0}
        ):
            current *= 0.95
        if taken % max(1, 500 // hvd.size()) == 0 and hvd.rank() == 0:
            print(value)
            saver.save(session, "weights/model", global_step=taken)
