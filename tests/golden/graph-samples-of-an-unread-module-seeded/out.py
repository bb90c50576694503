"""What a module that is not read puts into the graph is asked about, also where each process seeds that otherwise."""

import scans
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()

tf.set_random_seed(7 + hvd.rank())
images, labels = scans.input_pipeline("scans", 32)
loss = tf.reduce_mean(tf.square(tf.layers.dense(images, 1) - labels))
step = hvd.DistributedOptimizer(tf.train.AdamOptimizer(1e-3 * hvd.size())).minimize(loss)
config = tf.ConfigProto()
config.gpu_options.visible_device_list = str(hvd.local_rank())
with tf.Session(config=config) as session:
    session.run(tf.global_variables_initializer())
    session.run(hvd.broadcast_global_variables(0))
    for _ in range(max(1, 1000 // hvd.size())):
        session.run(step)
