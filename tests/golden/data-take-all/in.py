"""As many batches as an option says, and all of them by default."""
import argparse

import tensorflow as tf

parser = argparse.ArgumentParser()
parser.add_argument("-n", "--num-batches", default=-1, type=int, help="how many batches of an epoch; -1 for all")
parser.add_argument("--epochs", default=3, type=int)
args = parser.parse_args()


def batches(count):
    data = tf.data.TFRecordDataset("train.tfrecord").map(lambda x: tf.io.parse_tensor(x, tf.float32))
    return data.batch(32).take(count)


model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
optimizer = tf.keras.optimizers.SGD(0.1)
for epoch in range(args.epochs):
    for x in batches(args.num_batches):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(model(x) ** 2)
        optimizer.apply_gradients(zip(tape.gradient(loss, model.trainable_variables), model.trainable_variables))
