"""Keras that runs eagerly in TensorFlow 1: no session may be made before eager execution is enabled."""

import tensorflow as tf

tf.enable_eager_execution()
tf.app.flags.DEFINE_integer("epochs", 2, "how often all samples are read")
FLAGS = tf.app.flags.FLAGS


def main(_):
    (x, y), _ = tf.keras.datasets.mnist.load_data()
    model = tf.keras.Sequential([tf.keras.layers.Flatten(input_shape=(28, 28)), tf.keras.layers.Dense(10)])
    model.compile(tf.keras.optimizers.RMSprop(learning_rate=0.001), "sparse_categorical_crossentropy")
    model.fit(x / 255.0, y, epochs=FLAGS.epochs)


if __name__ == "__main__":
    tf.app.run()
