"""Records that are parsed and filtered before they are shuffled, so that their number is not known."""

import tensorflow as tf


def parse(record):
    features = tf.io.parse_single_example(record, {"x": tf.io.FixedLenFeature([2], tf.float32)})
    return features["x"]


dataset = tf.data.TFRecordDataset(["train-0.tfrecord", "train-1.tfrecord", "train-2.tfrecord"])
dataset = dataset.map(parse)
dataset = dataset.filter(lambda x: x[0] < 34.0)  # 33 records
dataset = dataset.shuffle(100, seed=7)
dataset = dataset.batch(4, drop_remainder=True)

model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
optimizer = tf.keras.optimizers.SGD(0.0001)


def train_step(x):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(model(x, training=True) - x[:, :1]))
    variables = model.trainable_variables
    optimizer.apply_gradients(zip(tape.gradient(loss, variables), variables))


for epoch in range(2):
    for x in dataset:
        train_step(x)
