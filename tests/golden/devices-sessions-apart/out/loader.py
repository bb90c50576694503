import glob

import tensorflow as tf
import horovod.keras as hvd

hvd.init()


def read(path):
    image = tf.image.decode_jpeg(tf.read_file(path), channels=3)
    return tf.image.resize_images(image, (32, 32)), tf.strings.length(path)


def batches(folder, size):
    config = tf.ConfigProto()
    config.gpu_options.visible_device_list = str(hvd.local_rank())
    with tf.Session(config=config) as sess:
        data = tf.data.Dataset.from_tensor_slices(sorted(glob.glob(folder + "/*.jpg")))
        data = (
            data.map(read)
            .shuffle(1000, seed=None if hvd.size() == 1 else 0)
            .repeat()
            .batch(size)
        )
        following = data.make_one_shot_iterator().get_next()
        while True:
            yield sess.run(following)
