import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()

size = 100
samples, labels = np.load("samples.npy"), np.load("labels.npy")
x = tf.placeholder(tf.float32, [None, 8])
y = tf.placeholder(tf.float32, [None, 1])
loss = tf.losses.mean_squared_error(y, tf.layers.dense(x, 1))
step = hvd.DistributedOptimizer(tf.train.AdamOptimizer(1e-3 * hvd.size())).minimize(
    loss
)

config = tf.ConfigProto()
config.gpu_options.visible_device_list = str(hvd.local_rank())
with tf.Session(config=config) as session:
    session.run(tf.global_variables_initializer())
    session.run(hvd.broadcast_global_variables(0))
    for epoch in range(20):
        total = 0
        for turn in range(max(1, int(len(samples) / size) // hvd.size())):
            batch = slice(
                (turn * hvd.size() + hvd.rank()) * size,
                (turn * hvd.size() + hvd.rank() + 1) * size,
            )
            value, _ = session.run([loss, step], {x: samples[batch], y: labels[batch]})
            total += value
        if hvd.rank() == 0:
            print(
                "Epoch",
                epoch,
                "loss",
                total / max(1, (int(len(samples) / size)) // hvd.size()),
            )
