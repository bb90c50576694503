"""TensorFlow Datasets that come with what is known of them, and from files in an order of their own."""
import sys

import tensorflow as tf
import tensorflow_datasets as tfds


def prepared(split, training):
    dataset, info = tfds.load("cifar10", split=split, as_supervised=True, with_info=True, shuffle_files=training)
    if training:
        dataset = dataset.shuffle(info.splits[split].num_examples)
    return dataset.batch(32)


(train, test), info = tfds.load(
    "mnist", split=["train", "test"], as_supervised=True, with_info=True, shuffle_files=True
)
model = tf.keras.Sequential([tf.keras.layers.Flatten(), tf.keras.layers.Dense(info.features["label"].num_classes)])
model.compile("adam", tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True))
model.fit(train.shuffle(1000).batch(32), validation_data=test.batch(32))

single, facts = tfds.load("fashion_mnist", split="train", as_supervised=True, with_info=True)
model.fit(single.batch(32))

model.fit(prepared("train", len(sys.argv) > 1))
