"""A supervisor is asked for the step of its graph, which ends the training and tells when to show."""
import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()

MAX, PERIOD = 1000, 100
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
rate = tf.train.exponential_decay(1e-3 * hvd.size(), global_step, 300 / hvd.size(), 0.9)
train_op = hvd.DistributedOptimizer(tf.train.AdamOptimizer(rate)).minimize(
    loss, global_step=global_step
)
broadcast = hvd.broadcast_global_variables(0)
sv = tf.train.Supervisor(
    logdir="logs" if hvd.rank() == 0 else None, global_step=global_step, save_model_secs=60
)
config = tf.ConfigProto()
config.gpu_options.visible_device_list = str(hvd.local_rank())
with sv.managed_session(config=config) as sess:
    sess.run(broadcast)
    while not sv.should_stop():
        fetches = {"train": train_op, "step": sv.global_step}
        results = sess.run(fetches)
        if results["step"] % max(1, PERIOD // hvd.size()) == 0 and hvd.rank() == 0:
            print(results["step"])
        if results["step"] >= MAX // hvd.size():
            sv.request_stop()
