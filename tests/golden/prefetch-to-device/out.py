import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()

images = sorted(tf.gfile.Glob("images/*.png"))


def load(name):
    image = tf.image.decode_png(tf.read_file(name), channels=3)
    return tf.image.resize_images(image, [32, 32])


data = tf.data.Dataset.from_tensor_slices(images)
if hvd.size() > 1:
    data = data.shard(hvd.size(), hvd.rank()).take(
        tf.data.experimental.cardinality(data) // hvd.size()
    )
data = (
    data.shuffle(1000)
    .repeat()
    .apply(tf.data.experimental.map_and_batch(load, 16, drop_remainder=True))
    .apply(tf.data.experimental.prefetch_to_device("/gpu:0", 4))
)
batch = data.make_one_shot_iterator().get_next()
code = tf.layers.dense(tf.layers.flatten(batch), 16)
loss = tf.losses.mean_squared_error(tf.layers.flatten(batch), tf.layers.dense(code, 3072))
step = hvd.DistributedOptimizer(tf.train.AdamOptimizer(1e-3 * hvd.size())).minimize(loss)

config = tf.ConfigProto()
config.gpu_options.visible_device_list = str(hvd.local_rank())
with tf.Session(config=config) as session:
    session.run(tf.global_variables_initializer())
    session.run(hvd.broadcast_global_variables(0))
    for turn in range(max(1, 10000 // hvd.size())):
        session.run(step)
