"""What one process writes is read twice; the devices are listed after the first wait, and none is set up."""

import tensorflow as tf

path = tf.keras.utils.get_file("digits.txt", "https://example.com/digits.txt")
with open(path) as file:
    digits = [float(line) for line in file]

if tf.config.list_physical_devices("GPU"):
    width = 512
else:
    width = 32


def build_model():
    return tf.keras.Sequential([tf.keras.layers.Dense(width, input_shape=(1,)), tf.keras.layers.Dense(1)])


model = build_model()
model.compile("adam", "mse")
saved = tf.keras.callbacks.ModelCheckpoint("checkpoints/{epoch}", save_weights_only=True)
model.fit(tf.constant(digits)[:, None], tf.constant(digits)[:, None], epochs=3, callbacks=[saved])

tf.train.latest_checkpoint("checkpoints")
model = build_model()
model.load_weights(tf.train.latest_checkpoint("checkpoints"))
