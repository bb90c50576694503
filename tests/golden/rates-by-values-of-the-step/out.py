import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()

samples = (
    tf.data.Dataset.from_tensor_slices(np.load("samples.npy"))
    .apply(
        lambda data: data.shard(hvd.size(), hvd.rank()).take(
            tf.data.experimental.cardinality(data) // hvd.size()
        ) if hvd.size() > 1 else data
    )
    .shuffle(1000)
    .repeat()
    .batch(32)
)
loss = tf.reduce_mean(tf.layers.dense(samples.make_one_shot_iterator().get_next(), 1) ** 2)
step = tf.train.get_or_create_global_step()
warm = tf.minimum(1.0, tf.cast(tf.train.get_global_step() * hvd.size(), tf.float32) / 500)
rate, decay = [tf.placeholder(tf.float32, []) for _ in range(2)]
train = hvd.DistributedOptimizer(tf.train.AdamOptimizer(rate * decay * warm * hvd.size())).minimize(loss, step)
config = tf.ConfigProto()
config.gpu_options.visible_device_list = str(hvd.local_rank())
with tf.Session(config=config) as session:
    session.run(tf.global_variables_initializer())
    session.run(hvd.broadcast_global_variables(0))
    for turn in range(max(1, 5000 // hvd.size())):
        fed = {
            rate: 0.1 / (1 + session.run(step) * hvd.size() / 100),
            decay: 0.9 ** (tf.train.global_step(session, step) * hvd.size() / 1000),
        }
        session.run(train, feed_dict=fed)
        if session.run(step) % max(1, 100 // hvd.size()) == 0:
            session_run = session.run(loss)
            if hvd.rank() == 0:
                print(session_run)
