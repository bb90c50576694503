"""Sizes of records come from the settings, as the folder of the model does: what describes a record opens no file."""

import configparser

import tensorflow as tf

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
records = tf.data.TFRecordDataset("records.tfrecords").map(read.parsed)
x = records.shuffle(1000).repeat().batch(32).make_one_shot_iterator().get_next()
loss = tf.reduce_mean(tf.layers.dense(x, 1) ** 2)
train_op = tf.train.AdamOptimizer(0.001).minimize(loss)
path = setting("path", "text")
saver = tf.train.Saver()
with tf.Session() as session:
    session.run(tf.global_variables_initializer())
    if setting("resumed", "int"):
        saver.restore(session, path)
    for turn in range(1000):
        session.run(train_op)
        if turn % 100 == 0:
            saver.save(session, path)
            with open(path + ".txt", "w") as file:
                file.write(str(turn))
