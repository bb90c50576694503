"""Flags and an app, tabs for indentation."""
from absl import app, flags, logging
import numpy as np
import tensorflow as tf

FLAGS = flags.FLAGS
flags.DEFINE_integer("epochs", 2, "passes over the data")
flags.DEFINE_float("rate", 0.02, "learning rate")
flags.DEFINE_string("out", "absl_out", "where the model goes")


def data():
	rng = np.random.default_rng(47)
	x = rng.normal(size=(133, 4)).astype("float32")
	return tf.data.Dataset.from_tensor_slices((x, x[:, :1] ** 2)).shuffle(133).batch(12)


def main(_):
	model = tf.keras.Sequential([tf.keras.layers.Dense(9, "relu"), tf.keras.layers.Dense(1)])
	optimizer = tf.keras.optimizers.Adam(FLAGS.rate)
	mse = tf.keras.losses.MeanSquaredError()
	for epoch in range(FLAGS.epochs):
		for x, y in data():
			with tf.GradientTape() as tape: loss = mse(y, model(x))
			gradients = tape.gradient(loss, model.trainable_variables)
			optimizer.apply_gradients(zip(gradients, model.trainable_variables))
		logging.info("epoch %d loss %f", epoch, loss)
	model.save_weights(FLAGS.out + "/weights")
	print("done; loss", loss.numpy())


if __name__ == "__main__":
	app.run(main)
