import tensorflow as tf


def small(classes):
    return tf.keras.Sequential([tf.keras.layers.Flatten(), tf.keras.layers.Dense(classes)])


def large(classes):
    print("the large one")
    return tf.keras.Sequential([tf.keras.layers.Flatten(), tf.keras.layers.Dense(64), tf.keras.layers.Dense(classes)])
