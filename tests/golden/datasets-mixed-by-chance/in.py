import argparse

import tensorflow as tf


def mixed(batch_size):
    first = tf.data.Dataset.from_tensor_slices(tf.zeros([64, 4])).shuffle(64).repeat()
    second = tf.data.Dataset.from_tensor_slices(tf.ones([64, 4])).shuffle(64).repeat()
    data = tf.data.Dataset.sample_from_datasets([first, second], weights=[0.5, 0.5])
    return data.batch(batch_size, drop_remainder=True)


def single(batch_size):
    data = tf.data.Dataset.from_tensor_slices(tf.zeros([64, 4])).shuffle(64)
    return data.batch(batch_size, drop_remainder=True).repeat()


def batches_of(kind, batch_size):
    if kind == "single":
        data, count = single(batch_size), 64
        return iter(data), count
    if kind == "mixed":
        return iter(mixed(batch_size))


parser = argparse.ArgumentParser()
parser.add_argument("--kind", default="mixed")
args = parser.parse_args()
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
optimizer = tf.keras.optimizers.SGD(0.1)
batches = batches_of(args.kind, 8)
for step in range(100):
    x = next(batches)
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(model(x) ** 2)
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))
