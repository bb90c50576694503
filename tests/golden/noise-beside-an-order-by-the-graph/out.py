"""A graph whose seed is a number draws noise, and shuffles its samples by the seed, too: nobody knows what may be alike."""
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()

tf.set_random_seed(11)
data = (
    tf.data.TFRecordDataset(["a.tfrecord", "b.tfrecord"])
    .apply(lambda data: data.shard(hvd.size(), hvd.rank()) if hvd.size() > 1 else data)
    .shuffle(1000)
    .repeat()
)
data = data.map(lambda each: tf.reshape(tf.decode_raw(each, tf.float32), [64])).batch(32)
images = data.make_one_shot_iterator().get_next()
noisy = images + tf.random_normal(tf.shape(images), stddev=0.1)
loss = tf.reduce_mean((tf.layers.dense(noisy, 64) - images) ** 2)
train = hvd.DistributedOptimizer(tf.train.AdamOptimizer(0.001 * hvd.size())).minimize(loss)
config = tf.ConfigProto()
config.gpu_options.visible_device_list = str(hvd.local_rank())
with tf.Session(config=config) as session:
    session.run(tf.global_variables_initializer())
    session.run(hvd.broadcast_global_variables(0))
    for step in range(max(1, 10000 // hvd.size())):
        session.run(train)
