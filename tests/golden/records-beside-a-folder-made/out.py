import os

import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()


def in_one_order(elements):
    """List elements that have no order of their own: sorted, so that all processes have the same."""
    return (list if hvd.size() == 1 else sorted)(elements)


def barrier():
    """Wait until every process has come here."""
    config = tf.ConfigProto(device_count={"GPU": 0})
    with tf.Graph().as_default():
        with tf.Session(config=config) as session:
            session.run(hvd.broadcast(0, root_rank=0, name="barrier"))


tf.app.flags.DEFINE_string("records", "records", "where the records are")
FLAGS = tf.app.flags.FLAGS


def write_records():
    if not tf.gfile.Exists(FLAGS.records):
        tf.gfile.MakeDirs(FLAGS.records)
    names = sorted(os.listdir("images"))
    done, part = 0, 0
    encoded = tf.placeholder(tf.string)
    halved = tf.image.encode_jpeg(tf.image.decode_jpeg(encoded)[::2, ::2])
    config = tf.ConfigProto()
    config.gpu_options.visible_device_list = str(hvd.local_rank())
    with tf.Session(config=config) as session:
        while done < len(names):
            with tf.python_io.TFRecordWriter(
                os.path.join(FLAGS.records, "%d.tfrecord" % part) if hvd.local_rank() == 0 else os.devnull
            ) as writer:
                within = 0
                while done < len(names) and within < 256:
                    if hvd.rank() == 0:
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
    barrier()  # until rank 0 has written the files
    files = [os.path.join(FLAGS.records, name) for name in in_one_order(os.listdir(FLAGS.records))]
    parsed = tf.data.TFRecordDataset(files).apply(
        lambda data: data.shard(hvd.size(), hvd.rank()) if hvd.size() > 1 else data
    ).map(
        lambda each: tf.io.decode_raw(
            tf.parse_single_example(each, {"image": tf.FixedLenFeature((), tf.string, "")})["image"], tf.uint8
        )
    )
    return tf.cast(parsed.repeat().shuffle(1000).batch(32).make_one_shot_iterator().get_next(), tf.float32)


def main(_):
    write_records()
    images = tf.reshape(read_records(), [32, 784])
    loss = tf.reduce_mean(tf.square(tf.layers.dense(images, 1)))
    step = hvd.DistributedOptimizer(tf.train.AdamOptimizer(0.001 * hvd.size())).minimize(loss)
    config = tf.ConfigProto()
    config.gpu_options.visible_device_list = str(hvd.local_rank())
    with tf.Session(config=config) as session:
        session.run(tf.global_variables_initializer())
        session.run(hvd.broadcast_global_variables(0))
        for _ in range(max(1, 1000 // hvd.size())):
            session.run(step)


if __name__ == "__main__":
    tf.app.run()
