import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()

size = 50
images, labels = np.load("images.npy"), np.load("labels.npy")
pictures = np.load("pictures.npy")
batches = int(np.ceil(len(pictures) / size / hvd.size()))

x = tf.placeholder(tf.float32, [None, 8])
y = tf.placeholder(tf.float32, [None, 1])
loss = tf.losses.mean_squared_error(y, tf.layers.dense(x, 1))
step = hvd.DistributedOptimizer(tf.train.AdamOptimizer(1e-3 * hvd.size())).minimize(loss)

config = tf.ConfigProto()
config.gpu_options.visible_device_list = str(hvd.local_rank())
with tf.Session(config=config) as session:
    session.run(tf.global_variables_initializer())
    session.run(hvd.broadcast_global_variables(0))
    shard = slice(hvd.rank(), len(pictures) // hvd.size() * hvd.size(), hvd.size())
    for epoch in range(20):
        average = 0
        for start in range(0, max(1, len(pictures) // hvd.size()), size):
            feed = {
                x: pictures[shard][start : start + size],
                y: pictures[shard][start : start + size, :1],
            }
            value, _ = session.run([loss, step], feed)
            average += value / batches
        if hvd.rank() == 0:
            print("First", epoch, "loss", average)
    if hvd.size() > 1:
        np.random.seed(0)  # one order in all processes
    for epoch in range(20):
        order = np.arange(images.shape[0])
        np.random.shuffle(order)
        shuffled, wanted = images[order], labels[order]
        total = 0
        shard = slice(hvd.rank(), len(shuffled) // hvd.size() * hvd.size(), hvd.size())
        for start in range(0, max(1, len(images) // hvd.size()), size):
            feed = {
                x: shuffled[shard][start : start + size],
                y: wanted[shard][start : start + size],
            }
            value, _ = session.run([loss, step], feed)
            total += value
        total /= len(images) / size / hvd.size()
        if hvd.rank() == 0:
            print("Then", epoch, "loss", total)
