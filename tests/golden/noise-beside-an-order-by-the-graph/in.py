"""A graph whose seed is a number draws noise, and shuffles its samples by the seed, too: nobody knows what may be alike."""
import tensorflow as tf

tf.set_random_seed(11)
data = tf.data.TFRecordDataset(["a.tfrecord", "b.tfrecord"]).shuffle(1000).repeat()
data = data.map(lambda each: tf.reshape(tf.decode_raw(each, tf.float32), [64])).batch(32)
images = data.make_one_shot_iterator().get_next()
noisy = images + tf.random_normal(tf.shape(images), stddev=0.1)
loss = tf.reduce_mean((tf.layers.dense(noisy, 64) - images) ** 2)
train = tf.train.AdamOptimizer(0.001).minimize(loss)
with tf.Session() as session:
    session.run(tf.global_variables_initializer())
    for step in range(10000):
        session.run(train)
