"""Sizes of records come from the settings, as the folder of the model does: what describes a record opens no file."""

import configparser

import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()

config = configparser.ConfigParser()
config.read("settings.ini")


def setting(name, kind):
    return int(config["model"][name]) if kind == "int" else config["model"][name]


class Records:
    def __init__(self, width, height, length):
        self.width, self.height, self.length = width, height, length

    def parsed(self, record):
        features = {
            "image": tf.FixedLenFeature((self.width * self.height), tf.float32),
            "text": tf.FixedLenFeature((self.length), tf.int64),
        }
        return tf.parse_single_example(record, features)["image"]


read = Records(setting("width", "int"), setting("height", "int"), setting("length", "int"))
records = (
    tf.data.TFRecordDataset("records.tfrecords")
    .apply(lambda data: data.shard(hvd.size(), hvd.rank()) if hvd.size() > 1 else data)
    .map(read.parsed)
)
x = records.shuffle(1000).repeat().batch(32).make_one_shot_iterator().get_next()
loss = tf.reduce_mean(tf.layers.dense(x, 1) ** 2)
train_op = hvd.DistributedOptimizer(tf.train.AdamOptimizer(0.001 * hvd.size())).minimize(loss)
path = setting("path", "text")
saver = tf.train.Saver()
session_config = tf.ConfigProto()
session_config.gpu_options.visible_device_list = str(hvd.local_rank())
with tf.Session(config=session_config) as session:
    session.run(tf.global_variables_initializer())
    if setting("resumed", "int"):
        saver.restore(session, path)
    session.run(hvd.broadcast_global_variables(0))
    for turn in range(max(1, 1000 // hvd.size())):
        session.run(train_op)
        if turn % max(1, 100 // hvd.size()) == 0 and hvd.rank() == 0:
            saver.save(session, path)
            with open(path + ".txt", "w") as file:
                file.write(str(turn))
