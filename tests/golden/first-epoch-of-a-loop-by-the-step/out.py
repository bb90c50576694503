import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()

BATCH = 32

images, labels = np.load("images.npy"), np.load("labels.npy")
steps = len(images) // BATCH
image = tf.placeholder(tf.float32, [None, 784])
label = tf.placeholder(tf.int64, [None])
logits = tf.layers.dense(image, 10)
loss = tf.losses.sparse_softmax_cross_entropy(label, logits)
global_step = tf.train.get_or_create_global_step()
train_op = hvd.DistributedOptimizer(
    tf.train.AdamOptimizer(0.001 * hvd.size())
).minimize(loss, global_step=global_step)
saver = tf.train.Saver()

config = tf.ConfigProto()
config.gpu_options.visible_device_list = str(hvd.local_rank())
with tf.Session(config=config) as session:
    session.run(tf.global_variables_initializer())
    checkpoint = tf.train.latest_checkpoint("checkpoints")
    if checkpoint:
        saver.restore(session, checkpoint)
    session.run(hvd.broadcast_global_variables(0))
    first = session.run(global_step) // max(1, steps // hvd.size())
    if hvd.size() > 1:
        np.random.seed(0)  # one order in all processes
    for epoch in range(first, 20):
        order = np.random.permutation(len(images))
        shard = slice(
            hvd.rank(), len(order) // hvd.size() * hvd.size(), hvd.size()
        )
        for step in range(max(1, steps // hvd.size())):
            rows = order[shard][step * BATCH : (step + 1) * BATCH]
            session.run(train_op, {image: images[rows], label: labels[rows]})
        if hvd.rank() == 0:
            saver.save(session, "checkpoints/model", global_step=global_step)
