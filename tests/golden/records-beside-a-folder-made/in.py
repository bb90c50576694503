import os

import numpy as np
import tensorflow as tf

tf.app.flags.DEFINE_string("records", "records", "where the records are")
FLAGS = tf.app.flags.FLAGS


def write_records():
    if not tf.gfile.Exists(FLAGS.records):
        tf.gfile.MakeDirs(FLAGS.records)
    names = sorted(os.listdir("images"))
    done, part = 0, 0
    encoded = tf.placeholder(tf.string)
    halved = tf.image.encode_jpeg(tf.image.decode_jpeg(encoded)[::2, ::2])
    with tf.Session() as session:
        while done < len(names):
            with tf.python_io.TFRecordWriter(os.path.join(FLAGS.records, "%d.tfrecord" % part)) as writer:
                within = 0
                while done < len(names) and within < 256:
                    print("image", done)
                    with open("images/" + names[done], "rb") as file:
                        image = session.run(halved, {encoded: file.read()})
                    feature = tf.train.Feature(bytes_list=tf.train.BytesList(value=[image]))
                    example = tf.train.Example(features=tf.train.Features(feature={"image": feature}))
                    writer.write(example.SerializeToString())
                    done += 1
                    within += 1
                part += 1


def read_records():
    files = [os.path.join(FLAGS.records, name) for name in os.listdir(FLAGS.records)]
    parsed = tf.data.TFRecordDataset(files).map(
        lambda each: tf.io.decode_raw(
            tf.parse_single_example(each, {"image": tf.FixedLenFeature((), tf.string, "")})["image"], tf.uint8
        )
    )
    return tf.cast(parsed.repeat().shuffle(1000).batch(32).make_one_shot_iterator().get_next(), tf.float32)


def main(_):
    write_records()
    images = tf.reshape(read_records(), [32, 784])
    loss = tf.reduce_mean(tf.square(tf.layers.dense(images, 1)))
    step = tf.train.AdamOptimizer(0.001).minimize(loss)
    with tf.Session() as session:
        session.run(tf.global_variables_initializer())
        for _ in range(1000):
            session.run(step)


if __name__ == "__main__":
    tf.app.run()
