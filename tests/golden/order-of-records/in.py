"""Samples that are gathered in lists while a shuffled dataset is run over: its order is that of the lists."""
import tensorflow as tf


def read(path):
    images, labels = [], []
    for record in tf.data.TFRecordDataset(path).shuffle(1000):
        values = tf.io.decode_raw(record, tf.uint8)
        images.append(tf.cast(values[1:], tf.float32))
        labels.append(values[0])
    return images, labels


images, labels = read("digits.tfrecords")
digits = tf.data.Dataset.from_tensor_slices((images, labels)).shuffle(5000).batch(32)
model = tf.keras.Sequential([tf.keras.layers.Dense(10, input_shape=(64,))])
model.compile("adam", tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True))
model.fit(digits, epochs=3)
