import glob

import tensorflow as tf


def read(path):
    image = tf.image.decode_jpeg(tf.read_file(path), channels=3)
    return tf.image.resize_images(image, (32, 32)), tf.strings.length(path)


def batches(folder, size):
    with tf.Session() as sess:
        data = tf.data.Dataset.from_tensor_slices(sorted(glob.glob(folder + "/*.jpg")))
        data = data.map(read).shuffle(1000).repeat().batch(size)
        following = data.make_one_shot_iterator().get_next()
        while True:
            yield sess.run(following)
