"""Two datasets are prepared by one function of the script, which `apply` applies to each."""
import tensorflow as tf


def prepare(data):
    data = data.map(lambda x, y: (tf.cast(x, tf.float32) / 255.0, y))
    data = data.cache().shuffle(1000)
    return data.batch(32).prefetch(20)


(x, y), (a, b) = tf.keras.datasets.mnist.load_data()
train = tf.data.Dataset.from_tensor_slices((x, y)).apply(prepare)
test = tf.data.Dataset.from_tensor_slices((a, b)).apply(prepare)
model = tf.keras.Sequential([tf.keras.layers.Flatten(), tf.keras.layers.Dense(10)])
model.compile("adam", tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True))
model.fit(train, epochs=3, validation_data=test)
