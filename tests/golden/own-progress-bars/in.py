import tensorflow as tf
from tqdm import tqdm


class Progress(tqdm):
    def __init__(self, items, title):
        super().__init__(items, desc=title)


class Quiet(tqdm):
    def __init__(self, items, **options):
        super().__init__(items, mininterval=10, **options)


(x, y), _ = tf.keras.datasets.mnist.load_data()
data = tf.data.Dataset.from_tensor_slices((x / 255.0, y)).shuffle(60000).batch(128)
model = tf.keras.Sequential([tf.keras.layers.Flatten(), tf.keras.layers.Dense(10)])
entropy = tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True)
optimizer = tf.keras.optimizers.Adam(0.01)
for epoch in Quiet(range(3)):
    for images, labels in Progress(data, "batches"):
        with tf.GradientTape() as tape:
            loss = entropy(labels, model(images))
        gradients = tape.gradient(loss, model.trainable_variables)
        optimizer.apply_gradients(zip(gradients, model.trainable_variables))
