"""A rate of Keras on TensorFlow 1 is loaded into its variable before each part of the training."""
import tensorflow as tf

keras = tf.keras
(x, y), _ = keras.datasets.mnist.load_data()
model = keras.Sequential([keras.layers.Flatten(input_shape=(28, 28)), keras.layers.Dense(10, activation="softmax")])
model.compile(keras.optimizers.SGD(lr=0.1), "sparse_categorical_crossentropy")
session = tf.keras.backend.get_session()
for rate, epochs in ((0.1, 5), (0.01, 3)):
    model.optimizer.lr.load(rate, session)
    model.fit(x / 255.0, y, epochs=epochs)
print(tf.log(1.0))
