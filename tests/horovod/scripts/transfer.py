"""A backbone of keras.applications under a new head."""
import numpy as np
import tensorflow as tf

NUM_CLASSES = 4
STEPS_PER_EPOCH = 12

rng = np.random.default_rng(14)
images = rng.integers(0, 255, size=(50, 32, 32, 3)).astype("float32")
labels = rng.integers(0, NUM_CLASSES, size=50)


def prepare(image, label):
    return tf.keras.applications.mobilenet_v2.preprocess_input(image), tf.one_hot(label, NUM_CLASSES)


ds = tf.data.Dataset.from_tensor_slices((images, labels)).map(prepare).shuffle(50).repeat().batch(4)

base = tf.keras.applications.MobileNetV2(input_shape=(32, 32, 3), alpha=0.35, include_top=False, weights=None, pooling="avg")
base.trainable = False
model = tf.keras.Sequential([base, tf.keras.layers.Dense(NUM_CLASSES)])
model.compile(
    optimizer=tf.keras.optimizers.Adam(),
    loss=tf.keras.losses.CategoricalCrossentropy(from_logits=True),
)
model.fit(ds, steps_per_epoch=STEPS_PER_EPOCH, epochs=1)
model.save_weights("transfer.h5")
