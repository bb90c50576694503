import tensorflow as tf

images = sorted(tf.gfile.Glob("images/*.png"))


def load(name):
    image = tf.image.decode_png(tf.read_file(name), channels=3)
    return tf.image.resize_images(image, [32, 32])


data = tf.data.Dataset.from_tensor_slices(images)
data = (
    data.shuffle(1000)
    .repeat()
    .apply(tf.data.experimental.map_and_batch(load, 16, drop_remainder=True))
    .apply(tf.data.experimental.prefetch_to_device("/gpu:0", 4))
)
batch = data.make_one_shot_iterator().get_next()
code = tf.layers.dense(tf.layers.flatten(batch), 16)
loss = tf.losses.mean_squared_error(tf.layers.flatten(batch), tf.layers.dense(code, 3072))
step = tf.train.AdamOptimizer(1e-3).minimize(loss)

with tf.Session() as session:
    session.run(tf.global_variables_initializer())
    for turn in range(10000):
        session.run(step)
