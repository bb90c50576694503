"""Datasets for training and validation of two objects of one class, each read by an iterator."""

import tensorflow as tf


class Loader:
    def __init__(self, pattern, batch_size, training):
        self.files = tf.io.gfile.glob(pattern)
        self.batch_size = batch_size
        self.training = training

    def parse(self, record):
        parsed = tf.io.parse_single_example(
            record, {"x": tf.io.FixedLenFeature([20], tf.float32), "y": tf.io.FixedLenFeature([], tf.int64)}
        )
        return parsed["x"], parsed["y"]

    def get_dataset(self):
        data = tf.data.TFRecordDataset(self.files).map(self.parse)
        if self.training:
            data = data.shuffle(1000).repeat()
        return data.batch(self.batch_size)


train = Loader("train-*", 32, True).get_dataset()
valid = Loader("valid-*", 32, False).get_dataset()
model = tf.keras.Sequential([tf.keras.layers.Dense(10)])
optimizer = tf.keras.optimizers.Adam(1e-3)
loss_fn = tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True)
iterator = iter(train)
held = iter(valid)
for step in range(10000):
    x, y = next(iterator)
    with tf.GradientTape() as tape:
        loss = loss_fn(y, model(x))
    optimizer.apply_gradients(zip(tape.gradient(loss, model.trainable_variables), model.trainable_variables))
    if step % 100 == 0:
        vx, vy = next(held)
        print(step, float(loss), float(loss_fn(vy, model(vx))))
