"""What a session runs is given by name: the step that it fetches tells when rates fall and the loop ends."""

import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()

dataset = (
    tf.data.TFRecordDataset("train.tfrecord")
    .apply(lambda data: data.shard(hvd.size(), hvd.rank()) if hvd.size() > 1 else data)
    .map(lambda record: tf.decode_raw(record, tf.float32))
)
images = dataset.shuffle(1000).repeat().batch(32).make_one_shot_iterator().get_next()
global_step = tf.train.get_or_create_global_step()
loss = tf.reduce_mean(tf.layers.dense(images, 1) ** 2)
rate = tf.placeholder(tf.float32, [])
train_op = hvd.DistributedOptimizer(tf.train.AdamOptimizer(rate * hvd.size())).minimize(
    loss=loss, global_step=global_step
)
config = tf.ConfigProto()
config.gpu_options.visible_device_list = str(hvd.local_rank())
with tf.Session(config=config) as sess:
    sess.run(fetches=tf.global_variables_initializer())
    sess.run(hvd.broadcast_global_variables(0))
    step = 0
    warm = min(1.0, sess.run(fetches=global_step) * hvd.size() / 500)
    while step < max(1, 100000 // hvd.size()):
        _, step = sess.run(
            fetches=[train_op, global_step], feed_dict={rate: warm * (1e-3 if step < 50000 // hvd.size() else 1e-4)}
        )
        warm = min(1.0, sess.run(fetches=global_step) * hvd.size() / 500)
        if step % max(1, 1000 // hvd.size()) == 0:
            sess_run = sess.run(fetches=loss)
            if hvd.rank() == 0:
                print(step, sess_run)
