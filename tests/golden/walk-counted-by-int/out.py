import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()

BATCH, SAY_EVERY = 32, 100

names = sorted(tf.gfile.Glob("train/*.npy"))
images = tf.placeholder(tf.float32, [None, 784])
loss = tf.reduce_mean(tf.square(tf.layers.dense(images, 784) - images))
train_op = hvd.DistributedOptimizer(
    tf.train.AdamOptimizer(0.001 * hvd.size())
).minimize(loss)

config = tf.ConfigProto()
config.gpu_options.visible_device_list = str(hvd.local_rank())
with tf.Session(config=config) as session:
    session.run(tf.global_variables_initializer())
    session.run(hvd.broadcast_global_variables(0))
    shard = slice(
        hvd.rank(), len(names) // hvd.size() * hvd.size(), hvd.size()
    )
    for epoch in range(10):
        number = max(1, len(names) // hvd.size())
        turns = 0
        while turns * BATCH < number:
            start = turns * BATCH
            end = start + BATCH
            batch = np.stack(
                [np.load(name) for name in names[shard][start:end]]
            )
            turns += 1
            session.run(train_op, {images: batch})
            if (
                (int(turns) % SAY_EVERY == 0 or turns * BATCH >= number)
                and hvd.rank() == 0
            ):
                print(epoch, turns, session.run(loss, {images: batch}))
