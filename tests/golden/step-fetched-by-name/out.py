"""A session fetches the step by its name, beside other things: it ends the training and says when to show."""

import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()

images = np.load("images.npy").astype("float32")
dataset = (
    tf.data.Dataset.from_tensor_slices(images)
    .apply(
        lambda data: data.shard(hvd.size(), hvd.rank()).take(
            tf.data.experimental.cardinality(data) // hvd.size()
        ) if hvd.size() > 1 else data
    )
    .shuffle(1000)
    .repeat()
    .batch(32)
)
x = dataset.make_one_shot_iterator().get_next()
loss = tf.reduce_mean((tf.layers.dense(x, 4) - 1.0) ** 2)
global_step = tf.train.get_or_create_global_step()
train_op = hvd.DistributedOptimizer(tf.train.AdamOptimizer(1e-3 * hvd.size())).minimize(
    loss, global_step=global_step
)
to_run = {"step": global_step, "op": train_op, "loss": loss}
config = tf.ConfigProto()
config.gpu_options.visible_device_list = str(hvd.local_rank())
with tf.Session(config=config) as sess:
    sess.run(tf.global_variables_initializer())
    sess.run(hvd.broadcast_global_variables(0))
    losses = []
    while True:
        result = sess.run(to_run)
        gs = result["step"]
        if gs > max(1, 1000 // hvd.size()):
            break
        losses.append(result["loss"])
        if gs % max(1, 100 // hvd.size()) == 0 and hvd.rank() == 0:
            print(gs, np.mean(losses))
