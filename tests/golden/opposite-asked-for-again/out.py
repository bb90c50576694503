"""What is done where a period is not over and where it is asks for both: a step is taken in any case."""

import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()

every = 500
images = (
    tf.data.TFRecordDataset("images.tfrecord")
    .apply(lambda data: data.shard(hvd.size(), hvd.rank()) if hvd.size() > 1 else data)
    .shuffle(100)
    .repeat()
    .batch(8)
    .make_one_shot_iterator()
    .get_next()
)
images = tf.reshape(tf.io.decode_raw(images, tf.float32), [8, 10])
loss = tf.reduce_mean(tf.square(tf.layers.dense(images, 1)))
train_op = hvd.DistributedOptimizer(tf.train.AdamOptimizer(0.001 * hvd.size())).minimize(loss)
saver = tf.train.Saver()
config = tf.ConfigProto()
config.gpu_options.visible_device_list = str(hvd.local_rank())
with tf.Session(config=config) as sess:
    sess.run(tf.global_variables_initializer())
    sess.run(hvd.broadcast_global_variables(0))
    for step in range(max(1, 100000 // hvd.size())):
        if not step % max(1, every // hvd.size()) == 0:
            value, _ = sess.run([loss, train_op])
        elif step % max(1, every // hvd.size()) == 0:
            value, _ = sess.run([loss, train_op])
            if hvd.rank() == 0:
                saver.save(sess, "model/model", global_step=step)
        if hvd.rank() == 0:
            print(step, value)
