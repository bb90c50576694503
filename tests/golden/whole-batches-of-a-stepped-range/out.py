import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()

size = 50
samples = np.load("samples.npy")
x = tf.placeholder(tf.float32, [size, 8])
loss = tf.reduce_mean(tf.square(tf.layers.dense(x, 1)))
step = hvd.DistributedOptimizer(tf.train.AdamOptimizer(1e-3 * hvd.size())).minimize(
    loss
)

config = tf.ConfigProto()
config.gpu_options.visible_device_list = str(hvd.local_rank())
with tf.Session(config=config) as session:
    session.run(tf.global_variables_initializer())
    session.run(hvd.broadcast_global_variables(0))
    shard = slice(hvd.rank(), len(samples) // hvd.size() * hvd.size(), hvd.size())
    for epoch in range(20):
        total = 0
        for start in range(
            0, max(1, (len(samples) // size) // hvd.size()) * size, size
        ):
            value, _ = session.run(
                [loss, step], {x: samples[shard][start : start + size]}
            )
            total += value
        if hvd.rank() == 0:
            print(
                "Epoch",
                epoch,
                "loss",
                total / max(1, (len(samples) // size) // hvd.size()),
            )
