import os
import tensorflow.compat.v1 as tf
import horovod.tensorflow as hvd

hvd.init()
tf.disable_v2_behavior()

data = (
    tf.data.Dataset.from_tensor_slices(tf.random.stateless_uniform([64, 3], [1, 2]))
    .apply(
        lambda data: data.shard(hvd.size(), hvd.rank()).take(
            tf.data.experimental.cardinality(data) // hvd.size()
        ) if hvd.size() > 1 else data
    )
    .repeat()
    .batch(8)
)
batch = tf.data.make_one_shot_iterator(data).get_next()
weights = tf.get_variable("weights", [3, 1])
loss = tf.reduce_mean(tf.square(tf.matmul(batch, weights) - 1.0))
step = tf.train.get_or_create_global_step()
rate = tf.train.exponential_decay(0.1 * hvd.size(), step, 100 / hvd.size(), 0.9, staircase=True)
train_op = hvd.DistributedOptimizer(tf.train.AdamOptimizer(rate)).minimize(loss, global_step=step)
saver = tf.train.Saver(max_to_keep=2)
latest = tf.train.latest_checkpoint("saved")


def start(sess):
    if latest:
        saver.restore(sess, latest)  # go on where it stopped
    else:
        sess.run(tf.global_variables_initializer())
    sess.run(hvd.broadcast_global_variables(0))


config = tf.ConfigProto()
config.gpu_options.visible_device_list = str(hvd.local_rank())
sess = tf.Session(config=config); start(sess)
tf.get_default_graph().finalize()
for i in range(max(1, 32 // hvd.size())):
    sess.run(train_op)
    if i % max(1, 8 // hvd.size()) == max(1, 8 // hvd.size()) - 1 and hvd.rank() == 0:
        saver.save(sess, os.path.join("saved", "model"), global_step=step)
sess.close()
